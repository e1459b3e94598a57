//! The bootstrap against the worked values of the shared data folder.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use std::path::Path;
use trivium_core::rng::stream_seed;
use trivium_core::{Json, Rng};
use trivium_measures::stats::{Interval, NotComputable, Resampling, mean, quantile};

fn cases() -> Vec<Json> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(std::env::var_os("TRIVIUM_SHARED").unwrap_or_else(|| "../shared".into()));
    let path = root.join("data/measures/bootstrap.json");
    if !path.is_file() {
        assert!(std::env::var("TRIVIUM_REQUIRE_SHARED").is_err(), "shared data is required and absent");
        println!("skipped: no bootstrap.json");
        return Vec::new();
    }
    let file: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn number(text: &Json) -> u64 {
    text.as_str().unwrap().parse().unwrap()
}

fn doubles(list: &Json) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

/// Area under the ROC curve with average ranks; `None` for one class.
fn auroc(rows: &[(bool, f64)]) -> Option<f64> {
    let (p, n) = (rows.iter().filter(|r| r.0).count() as f64, rows.iter().filter(|r| !r.0).count() as f64);
    let rank = |x: f64| {
        let (below, same) = rows.iter().fold((0.0, 0.0), |(below, same), (_, y)| {
            (below + f64::from(u8::from(*y < x)), same + f64::from(u8::from(*y == x)))
        });
        below + (same + 1.0) / 2.0
    };
    let ranks: f64 = rows.iter().filter(|r| r.0).map(|r| rank(r.1)).sum();
    (p > 0.0 && n > 0.0).then(|| (ranks - p * (p + 1.0) / 2.0) / (p * n))
}

#[test]
fn every_worked_value_is_met() {
    let close = |found: f64, expected: &Json, at: &Json| {
        assert!((found - expected.as_f64().unwrap()).abs() <= 1e-12, "{at}: {found} instead of {expected}");
    };
    let mut compared = 0;
    for case in cases() {
        let (input, expect, at) = (&case["input"], &case["expect"], &case["id"]);
        let generator = || Rng::new(number(&input["seed"]));
        let how = || Resampling {
            resamples: input["resamples"].as_u64().unwrap() as u32,
            level: input["level"].as_f64().unwrap(),
        };
        let (point, found): (Option<f64>, Interval) = match input["what"].as_str().unwrap() {
            "stream" => {
                let mut rng = generator();
                for expected in expect["outputs"].as_array().unwrap() {
                    assert_eq!(rng.next_u64(), number(expected), "{at}");
                }
                let mut rng = generator();
                for expected in expect["indices_below_10"].as_array().unwrap() {
                    assert_eq!(Some(rng.index(10)), expected.as_u64(), "{at}");
                }
                let mut list: Vec<u32> = (0..8).collect();
                generator().shuffle(&mut list);
                assert_eq!(serde_json::json!(list), expect["shuffle_of_8"], "{at}");
                compared += 1;
                continue;
            }
            "named_seed" => {
                let names = input["names"].as_array().unwrap();
                for (name, seed) in names.iter().zip(expect["seeds"].as_array().unwrap()) {
                    assert_eq!(stream_seed(number(&input["base"]), name.as_str().unwrap()), number(seed), "{at}");
                }
                compared += 1;
                continue;
            }
            "mean" => {
                let units = doubles(&input["units"]);
                let interval = how().of_mean(&units, &mut generator());
                assert_eq!(how().of(&units, &mut generator(), mean), interval, "{at}: both ways agree");
                (mean(&units), interval)
            }
            "auroc" => {
                let units: Vec<(bool, f64)> = serde_json::from_value(input["units"].clone()).unwrap();
                (auroc(&units), how().of(&units, &mut generator(), auroc))
            }
            "mean_of_means" => {
                let groups: Vec<Vec<f64>> = serde_json::from_value(input["groups"].clone()).unwrap();
                let slices: Vec<&[f64]> = groups.iter().map(Vec::as_slice).collect();
                let means: Vec<f64> = slices.iter().filter_map(|g| mean(g)).collect();
                (mean(&means), how().of_mean_of_means(&slices, &mut generator()))
            }
            other => panic!("{at}: what is {other}?"),
        };
        close(point.unwrap(), &expect["point"], at);
        assert_eq!(Some(u64::from(found.dropped)), expect["dropped"].as_u64(), "{at}");
        match found.ends {
            Ok(ends) => (0..2).for_each(|i| close(ends[i], &expect["interval"][i], at)),
            Err(reason) => {
                assert_eq!(serde_json::json!({"not_computable": reason}), expect["interval"], "{at}");
            }
        }
        // The result survives being written and read.
        let text = serde_json::to_string(&found).unwrap();
        assert_eq!(serde_json::from_str::<Interval>(&text).unwrap(), found);
        compared += 1;
    }
    println!("compared {compared} cases");
}

#[test]
fn quantiles_lie_between_neighbours() {
    // h = 3·0.5 = 1.5: half-way between the second and the third.
    assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 0.5), Some(3.0));
    assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 1.0), Some(8.0));
    assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 0.0), Some(1.0));
    assert_eq!(quantile(&[7.0], 0.3), Some(7.0));
    assert_eq!(quantile(&[], 0.3), None);
}

#[test]
fn an_interval_needs_values_in_nine_resamples_of_ten() {
    let how = Resampling { resamples: 100, level: 0.95 };
    let mut call = 0;
    let mut every = |n: u32, missing: u32| {
        call = 0;
        how.of(&[1.0, 2.0], &mut Rng::new(1), |x| {
            call += 1;
            (call % n >= missing).then(|| x[0])
        })
    };
    // One in ten is missing: an interval. Two in ten: none.
    assert_eq!(every(10, 1).dropped, 10);
    assert!(every(10, 1).ends.is_ok());
    assert_eq!(every(10, 2).ends, Err(NotComputable::Unstable));
    assert_eq!(how.of_mean(&[1.0], &mut Rng::new(1)).ends, Err(NotComputable::TooFew));
    assert_eq!(how.of_mean_of_means(&[&[1.0], &[]], &mut Rng::new(1)).ends, Err(NotComputable::TooFew));
}
