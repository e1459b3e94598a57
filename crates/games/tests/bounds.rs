//! How long a play can be and what it can pay: the bounds of the rules pages, for every game of the registry. Where
//! the rules say what a play is worth to all seats together, the sum is held to that value exactly.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use shared::random::{parameters, play, start};
use trivium_core::{Condition, Dec, Event, Game, Json, Rng, Seat};
use trivium_games::GAMES;

/// A finished play, as the bounds read it.
struct Play<'a>(&'a dyn Game);

/// Least and largest.
type Range = (Dec, Dec);

/// What a play may have paid: to each seat, and to all together.
struct Pays {
    seats: Vec<Range>,
    sum: Range,
}

/// The bounds of one game.
struct Bounds {
    game: &'static str,
    /// Most events; the second value is 1 in Comm and 0 in Silent.
    events: fn(&Play, i64) -> i64,
    pays: fn(&Play) -> Pays,
}

impl Play<'_> {
    fn whole(&self, param: &str) -> i64 {
        self.dec(param).to_i64().unwrap()
    }

    fn dec(&self, param: &str) -> Dec {
        dec(&self.0.params()[param])
    }

    fn list(&self, param: &str) -> Vec<Dec> {
        decs(&self.0.params()[param])
    }

    /// Rounds that were paid.
    fn rounds(&self) -> i64 {
        self.0.steps().len() as i64
    }

    fn outcomes(&self) -> impl Iterator<Item = &Json> {
        self.0.steps().iter().map(|step| &step.outcome)
    }

    /// The chance outcomes of a name, with the seats they belong to.
    fn drawn<'b>(&'b self, of: &'b str) -> impl Iterator<Item = (Option<Seat>, &'b Json)> {
        self.0.events().iter().filter_map(move |event| match event {
            Event::Chance { name, seat, value, .. } if name == of => Some((*seat, value)),
            _ => None,
        })
    }

    /// The same bounds for every seat.
    fn alike(&self, seat: Range, sum: Range) -> Pays {
        Pays { seats: vec![seat; usize::from(self.0.seats())], sum }
    }

    /// Rounds of a game of two choices: each pays a seat between the two, and both together one of the sums.
    fn matrix(&self, least: Dec, best: Dec, sums: &[Dec]) -> Pays {
        let n = self.rounds();
        let sum = (*sums.iter().min().unwrap() * n, *sums.iter().max().unwrap() * n);
        self.alike((least * n, best * n), sum)
    }
}

fn dec(value: &Json) -> Dec {
    Dec::from_json(value).unwrap_or_else(|| panic!("{value} is no number"))
}

fn decs(value: &Json) -> Vec<Dec> {
    value.as_array().unwrap().iter().map(dec).collect()
}

fn times(a: Dec, b: Dec) -> Dec {
    a.checked_mul(b).unwrap()
}

/// Nothing but this.
fn exactly(value: Dec) -> Range {
    (value, value)
}

fn upto(most: Dec) -> Range {
    (Dec::ZERO, most)
}

/// Level 1 speaks twice before the first decision, two seats each time.
fn once(_: &Play, comm: i64) -> i64 {
    2 + 4 * comm
}

/// Two seats decide in every round, after a message each.
fn dyad(play: &Play, comm: i64) -> i64 {
    play.whole("rounds") * (2 + 2 * comm)
}

/// One decision of every seat in every round, after the speaking order and a post of each.
fn group(play: &Play, comm: i64) -> i64 {
    play.whole("rounds") * (play.whole("n") + (play.whole("n") + 1) * comm)
}

fn dilemma(play: &Play) -> Pays {
    let [t, r, p, s] = ["T", "R", "P", "S"].map(|name| play.dec(name));
    play.matrix(s, t, &[r * 2, t + s, p * 2])
}

fn sexes(play: &Play) -> Pays {
    let [favourite, other, mismatch] = ["favourite", "other", "mismatch"].map(|name| play.dec(name));
    play.matrix(mismatch, favourite, &[favourite + other, mismatch * 2])
}

fn trust(play: &Play) -> Pays {
    let [endowment, multiplier, trustee] = ["endowment", "multiplier", "trustee_endowment"].map(|p| play.whole(p));
    let n = play.rounds();
    // Whatever comes back, every unit sent becomes `multiplier` units.
    let sent: i64 = play.outcomes().map(|o| o["sent"].as_i64().unwrap()).sum();
    let seats = [(0, multiplier * endowment), (trustee, trustee + multiplier * endowment)];
    Pays {
        seats: seats.map(|(least, best)| (Dec::int(n * least), Dec::int(n * best))).to_vec(),
        sum: exactly(Dec::int(n * (endowment + trustee) + (multiplier - 1) * sent)),
    }
}

fn gift_exchange(play: &Play) -> Pays {
    let (n, costs) = (play.rounds(), play.list("costs"));
    let mut pairs = Vec::new();
    for wage in play.whole("wage_min")..=play.whole("wage_max") {
        for (effort, cost) in play.list("efforts").into_iter().zip(&costs) {
            let employer = effort * (play.whole("value") - wage);
            pairs.push([employer, Dec::int(wage - play.whole("reserve")) - *cost]);
        }
    }
    let range = |of: &dyn Fn(&[Dec; 2]) -> Dec| {
        (pairs.iter().map(of).min().unwrap() * n, pairs.iter().map(of).max().unwrap() * n)
    };
    Pays { seats: vec![range(&|p| p[0]), range(&|p| p[1])], sum: range(&|p| p[0] + p[1]) }
}

fn bargaining(play: &Play) -> Pays {
    // The pie shrinks by the discount in every round that ends without agreement.
    let last = play.outcomes().last().unwrap();
    let mut worth = play.dec("pie");
    (1..play.rounds()).for_each(|_| worth = times(worth, play.dec("discount")));
    let sum = if last["accepted"] == true { worth } else { Dec::ZERO };
    play.alike(upto(play.dec("pie")), exactly(sum))
}

/// Endowments, the pool's gain, and what punishment (none in the plain game) destroyed.
fn public_goods(play: &Play, destroyed: Dec, most_points: i64) -> Pays {
    let (n, rounds, mpcr, endowment) = (play.whole("n"), play.rounds(), play.dec("mpcr"), play.dec("endowment"));
    let given: Dec = play.outcomes().flat_map(|o| decs(&o["contributions"])).sum();
    let share = times(mpcr, endowment);
    let least = (share - destroyed * most_points) * rounds;
    Pays {
        seats: vec![(least, (endowment + share * (n - 1)) * rounds); n as usize],
        sum: exactly(endowment * (n * rounds) + times(mpcr, given) * n - given - destroyed * points(play)),
    }
}

/// Points that anyone gave to anyone.
fn points(play: &Play) -> i64 {
    let rows = play.outcomes().filter_map(|o| o["given"].as_array()).flatten();
    rows.flat_map(|row| row.as_array().unwrap()).map(|p| p.as_i64().unwrap()).sum()
}

fn volunteers(play: &Play) -> Pays {
    let (n, benefit, cost) = (play.whole("n"), play.dec("benefit"), play.dec("cost"));
    let round = |o: &Json| match o["volunteers"].as_array().unwrap().len() as i64 {
        0 => Dec::ZERO,
        some => benefit * n - cost * some,
    };
    play.alike(upto(benefit * play.rounds()), exactly(play.outcomes().map(round).sum()))
}

fn common_pool(play: &Play) -> Pays {
    // Every unit that was taken was in the stock; it grows by at most growth·capacity/4 a round. All times 4.
    let taken: Dec = play.0.steps().iter().flat_map(|step| &step.payoffs).copied().sum();
    let grown = times(play.dec("growth"), play.dec("capacity")) * (play.whole("rounds") - 1);
    let most = (play.dec("stock") * 4 + grown).mul_div(Dec::int(1), Dec::int(4)).unwrap();
    assert!(taken <= most, "{taken} of at most {most}");
    play.alike(upto(most), exactly(taken))
}

fn committee(play: &Play) -> Pays {
    let values: Vec<Vec<Dec>> = play.drawn("values").map(|(_, list)| decs(list)).collect();
    let winner = play.outcomes().last().and_then(|o| o["winner"].as_str());
    // "A" is the first alternative.
    let won = winner.map(|label| usize::from(label.as_bytes()[0] - b'A'));
    let sum = won.map_or(Dec::ZERO, |k| values.iter().map(|list| list[k]).sum());
    Pays { seats: values.iter().map(|list| upto(*list.iter().max().unwrap())).collect(), sum: exactly(sum) }
}

fn coalition(play: &Play) -> Pays {
    let formed = play.outcomes().last().unwrap()["formed"] == true;
    play.alike(upto(play.dec("prize")), exactly(if formed { play.dec("prize") } else { Dec::ZERO }))
}

fn traitor(play: &Play) -> Pays {
    let (n, win, accusation) = (play.whole("players"), play.dec("points_win"), play.dec("points_accusation"));
    let outcome = play.outcomes().last().unwrap();
    let traitor = (0..play.0.seats()).find(|&s| play.0.role(s) == "traitor").unwrap();
    let winners = if outcome["winner"] == "loyal" { n - 1 } else { 1 };
    // A loyal seat that names the traitor earns the point; at most half of them, and the traitor earns one too.
    let named: Vec<Json> = outcome["named"].as_array().unwrap().clone();
    let right =
        named.iter().enumerate().filter(|(s, who)| *s != usize::from(traitor) && **who == traitor).count() as i64;
    let points = right + i64::from(2 * right < n);
    play.alike(upto(win + accusation), exactly(win * winners + accusation * points))
}

fn informant(play: &Play) -> Pays {
    let (deciders, rounds) = (play.whole("deciders"), play.whole("rounds"));
    let [right, verify, fee, accusation] =
        ["reward_right", "verify_cost", "informant_reward", "accusation_reward"].map(|p| play.whole(p));
    let mut seats = vec![(-verify * rounds, right * rounds + accusation); deciders as usize];
    seats.insert(0, (0, fee * deciders * rounds));
    // An aligned informant earns with the deciders, a biased one instead of them.
    let (acts, aligned) = (deciders * rounds, play.drawn("type").any(|(_, kind)| kind == "aligned"));
    let (least, most) = if aligned { (0, right + fee) } else { (right.min(fee), right.max(fee)) };
    Pays {
        seats: seats.into_iter().map(|(lo, hi)| (Dec::int(lo), Dec::int(hi))).collect(),
        sum: (Dec::int(acts * (least - verify)), Dec::int(acts * most + accusation * deciders)),
    }
}

fn werewolf(play: &Play) -> Pays {
    let (win, alive) = (play.dec("points_win"), play.dec("points_alive"));
    let outcome = play.outcomes().last().unwrap();
    let wolves = (0..play.0.seats()).filter(|&s| play.0.role(s) == "werewolf").count() as i64;
    let n = i64::from(play.0.seats());
    let winners = if outcome["winner"] == "werewolf" { wolves } else { n - wolves };
    let living = n - outcome["deaths"].as_array().unwrap().len() as i64;
    play.alike(upto(win + alive), exactly(win * winners + alive * living))
}

fn auction(play: &Play) -> Pays {
    let (n, rounds) = (play.whole("bidders") as usize, play.whole("rounds"));
    let values: Vec<Dec> = play.drawn("value").map(|(_, value)| dec(value)).collect();
    // Only the winner of a round gains or loses: its value less the price.
    let gains = play.outcomes().enumerate().filter(|(_, o)| !o["winner"].is_null());
    let gains = gains.map(|(k, o)| values[k * n + o["winner"].as_u64().unwrap() as usize] - dec(&o["price"]));
    let seat = (-play.dec("max_bid") * rounds, play.dec("max_value") * rounds);
    play.alike(seat, exactly(gains.sum()))
}

fn kuhn(play: &Play) -> Pays {
    for step in play.0.steps() {
        assert!(step.payoffs.iter().all(|p| (1..=2).contains(&p.abs().to_i64().unwrap())), "{:?}", step.payoffs);
    }
    let most = Dec::int(2 * play.rounds());
    play.alike((-most, most), exactly(Dec::ZERO))
}

fn multi_issue(play: &Play) -> Pays {
    let pool = play.drawn("pool").map(|(_, pool)| decs(pool)).next().unwrap();
    let values: Vec<Vec<Dec>> = play.drawn("values").map(|(_, values)| decs(values)).collect();
    // No split is worth more than every unit in the hands of the side to which it is worth more.
    let most = pool.iter().enumerate().map(|(k, &p)| times(p, values[0][k].max(values[1][k]))).sum();
    play.alike(upto(play.dec("total_value")), upto(most))
}

/// One entry per game, with the formulas of its rules page.
const BOUNDS: &[Bounds] = &[
    Bounds { game: "L1-T01", events: once, pays: dilemma },
    Bounds {
        game: "L1-T02",
        events: once,
        pays: |play| {
            let [both, stag, hare, none] = ["SS", "SH", "HS", "HH"].map(|name| play.dec(name));
            play.matrix(stag, both, &[both * 2, stag + hare, none * 2])
        },
    },
    Bounds {
        game: "L1-T03",
        events: once,
        pays: |play| {
            let names = ["both_swerve", "swerve_alone", "straight_alone", "crash"];
            let [both, swerve, straight, crash] = names.map(|name| play.dec(name));
            play.matrix(crash, straight, &[both * 2, swerve + straight, crash * 2])
        },
    },
    Bounds { game: "L1-T04", events: once, pays: sexes },
    Bounds {
        game: "L1-T05",
        events: once,
        pays: |play| {
            let (pie, accepted) = (play.dec("pie"), play.outcomes().last().unwrap()["accepted"] == true);
            play.alike(upto(pie), exactly(if accepted { pie } else { Dec::ZERO }))
        },
    },
    Bounds { game: "L1-T06", events: once, pays: trust },
    Bounds { game: "L2-T01", events: dyad, pays: dilemma },
    Bounds {
        game: "L2-T02",
        // Two flips a round, and a draw after every round but the last that may be.
        events: |play, comm| play.whole("cap") * (2 + 2 * comm + 3) - 1,
        pays: dilemma,
    },
    Bounds { game: "L2-T03", events: dyad, pays: trust },
    Bounds { game: "L2-T04", events: dyad, pays: gift_exchange },
    Bounds { game: "L2-T05", events: dyad, pays: bargaining },
    Bounds { game: "L2-T06", events: dyad, pays: sexes },
    Bounds { game: "L3-T01", events: group, pays: |play| public_goods(play, Dec::ZERO, 0) },
    Bounds { game: "L3-T02", events: group, pays: volunteers },
    Bounds { game: "L3-T03", events: group, pays: common_pool },
    Bounds {
        game: "L3-T04",
        events: |play, comm| group(play, comm) + play.whole("rounds") * play.whole("n"),
        pays: |play| {
            let destroyed = play.dec("punish_cost") + play.dec("punish_harm");
            public_goods(play, destroyed, play.whole("max_points") * (play.whole("n") - 1))
        },
    },
    Bounds {
        game: "L3-T05",
        events: |play, comm| {
            let n = play.whole("n");
            n + play.whole("ballots") * (2 * n + (n + 1) * comm)
        },
        pays: committee,
    },
    Bounds {
        game: "L3-T06",
        // The proposer is drawn and proposes; the others answer.
        events: |play, comm| {
            let n = i64::from(play.0.seats());
            play.whole("proposals") * (1 + 1 + (n - 1) + (n + 1) * comm)
        },
        pays: coalition,
    },
    Bounds {
        game: "L4-T01",
        events: |play, comm| {
            let (n, most, sizes) = (play.whole("players"), play.whole("max_proposals"), play.list("team_sizes"));
            let largest = sizes.iter().max().unwrap().to_i64().unwrap();
            let mission = most * (1 + n * comm) + (most - 1) * n + largest;
            n + 1 + sizes.len() as i64 * mission + n * comm + n
        },
        pays: traitor,
    },
    Bounds {
        game: "L4-T02",
        events: |play, comm| {
            let d = play.whole("deciders");
            1 + play.whole("rounds") * (2 + 2 * d + (1 + d) * comm) + (d + 1) * comm + d
        },
        pays: informant,
    },
    Bounds {
        game: "L4-T03",
        events: |play, comm| {
            let n = i64::from(play.0.seats());
            n + play.whole("max_days") * (n * comm + n + comm + play.whole("talk_rounds") * n * comm + n)
        },
        pays: werewolf,
    },
    Bounds {
        game: "L4-T04",
        events: |play, comm| {
            play.whole("rounds") * (2 * play.whole("bidders") + 1 + (play.whole("bidders") + 1) * comm)
        },
        pays: auction,
    },
    Bounds { game: "L4-T05", events: |play, comm| play.whole("hands") * (5 + 2 * comm), pays: kuhn },
    Bounds { game: "L4-T06", events: |play, comm| 3 + play.whole("turns") * (1 + comm), pays: multi_issue },
];

/// Parameters at the ends of what is allowed, beside those of the shared cases.
const EXTREMES: &[(&str, &str)] = &[
    ("L1-T04", r#"{"mismatch": 2, "other": 3, "favourite": 1000}"#),
    ("L1-T05", r#"{"pie": 1}"#),
    ("L1-T06", r#"{"endowment": 1, "multiplier": 10, "trustee_endowment": 1000}"#),
    ("L2-T01", r#"{"rounds": 1}"#),
    ("L2-T02", r#"{"cap": 30, "continuation": 1, "noise": "0.5"}"#),
    ("L2-T02", r#"{"cap": 1, "continuation": 0, "noise": 0}"#),
    ("L2-T04", r#"{"rounds": 1, "efforts": [1, 2], "costs": [0, 50]}"#),
    ("L2-T05", r#"{"rounds": 12, "discount": "0.99", "pie": 1000}"#),
    ("L3-T01", r#"{"n": 10, "mpcr": "0.999", "rounds": 3}"#),
    ("L3-T02", r#"{"n": 2, "benefit": 10, "cost": "9.999"}"#),
    ("L3-T03", r#"{"n": 10, "growth": 2, "rounds": 20, "collapse": "0.001", "request_step": "0.001"}"#),
    ("L3-T04", r#"{"n": 10, "max_points": 20, "punish_cost": 0, "punish_harm": "0.5", "rounds": 3}"#),
    ("L3-T05", r#"{"n": 9, "quota": 9, "ballots": 20, "alternatives": 2}"#),
    ("L3-T06", r#"{"weights": [9, 1, 1, 1, 1, 1], "quota": 8, "proposals": 20, "prize": 1}"#),
    (
        "L4-T01",
        r#"{"players": 10, "team_sizes": [1, 10, 3, 4, 5, 6, 7, 2, 10], "wins_needed": 5, "max_proposals": 10}"#,
    ),
    ("L4-T01", r#"{"players": 3, "team_sizes": [1], "wins_needed": 1, "max_proposals": 1}"#),
    ("L4-T02", r#"{"deciders": 8, "states": 8, "rounds": 5}"#),
    ("L4-T02", r#"{"deciders": 1, "states": 2, "verify_cost": 1000}"#),
    ("L4-T03", r#"{"werewolves": 4, "villagers": 12, "max_days": 20, "talk_rounds": 1}"#),
    ("L4-T03", r#"{"werewolves": 1, "seers": 0, "doctors": 1, "villagers": 1}"#),
    ("L4-T03", r#"{"werewolves": 1, "seers": 1, "doctors": 0, "villagers": 1, "reveal_roles": false}"#),
    ("L4-T04", r#"{"bidders": 10, "max_bid": 3, "reserve": 3, "disclose": "all_bids"}"#),
    ("L4-T04", r#"{"bidders": 2, "max_bid": 10000, "max_value": 1, "price": "second"}"#),
    ("L4-T05", r#"{"hands": 1}"#),
    ("L4-T06", r#"{"turns": 1}"#),
    ("L4-T06", r#"{"total_value": 100, "min_items": 3, "max_items": 12}"#),
];

#[test]
fn every_play_keeps_within_the_bounds_of_its_rules() {
    let mut plays = 0;
    for info in GAMES {
        let bounds = BOUNDS.iter().find(|b| b.game == info.id).unwrap_or_else(|| {
            panic!(
                "{}: state how long a play can be and what it can pay, as an entry of BOUNDS in {}",
                info.id,
                file!()
            )
        });
        let extremes = EXTREMES.iter().filter(|(game, _)| *game == info.id);
        let extremes = extremes.map(|(_, text)| serde_json::from_str::<Json>(text).unwrap());
        for params in parameters(info, 8).into_iter().chain(extremes) {
            for (comm, condition) in (0..).zip([Condition::Silent, Condition::Comm]) {
                for seed in 0..30 {
                    let mut game = start(info, &params, condition);
                    play(game.as_mut(), &mut Rng::new(seed));
                    let at = format!("{} {params} {condition:?} {seed}", info.id);
                    let (most, events) = ((bounds.events)(&Play(game.as_ref()), comm), game.events().len() as i64);
                    assert!(events <= most, "{at}: {events} events of at most {most}");
                    let (pays, totals) = ((bounds.pays)(&Play(game.as_ref())), game.totals());
                    assert_eq!(pays.seats.len(), totals.len(), "{at}");
                    for (total, (least, best)) in totals.iter().zip(&pays.seats) {
                        assert!(least <= total && total <= best, "{at}: {totals:?}, one between {least} and {best}");
                    }
                    let (sum, (least, most)) = (totals.iter().copied().sum::<Dec>(), pays.sum);
                    assert!((least..=most).contains(&sum), "{at}: {totals:?}, together between {least} and {most}");
                    plays += 1;
                }
            }
        }
    }
    assert_eq!(BOUNDS.len(), GAMES.len(), "every entry of BOUNDS is a game of the registry");
    println!("{plays} plays of {} games keep within the bounds of their rules", GAMES.len());
}
