//! Where the rules treat seats alike, a play with the seats renamed is the same play: the same attempts are legal,
//! each seat sees and may do the same, and earns the same.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use shared::random::{parameters, play, start};
use shared::seats::{Renaming, SYMMETRIC, unordered};
use trivium_core::{Condition, Game, Json, Rng, Seat};
use trivium_games::find;

/// The seats stand as they did under their old names. `places` are the places of the second play's events.
fn assert_same(renaming: &Renaming, old: &dyn Game, new: &dyn Game, places: &[usize]) {
    let id = old.id();
    let (was, is) = (old.status(), new.status());
    let mut to_act: Vec<Seat> = was.to_act.iter().map(|&s| renaming.to[usize::from(s)]).collect();
    to_act.sort_unstable();
    let mut acting = is.to_act.clone();
    acting.sort_unstable();
    assert_eq!((is.phase, is.round, acting), (was.phase, was.round, to_act), "{id}");
    for seat in 0..old.seats() {
        let named = renaming.to[usize::from(seat)];
        let (a, b) = (old.observe(seat), new.observe(named));
        assert_eq!((renaming.role(a.role), a.own_total), (b.role, b.own_total), "{id}: seat {seat} as {named}");
        let totals = |totals: Option<Vec<_>>| totals.map(|t| (0..t.len()).map(|s| t[s]).collect::<Vec<_>>());
        let renamed = totals(b.totals).map(|t| renaming.to.iter().map(|&s| t[usize::from(s)]).collect::<Vec<_>>());
        assert_eq!(totals(a.totals), renamed, "{id}: seat {seat} as {named}");
        let legal = new.legal(named).map(|form| unordered(serde_json::to_value(form).unwrap()));
        assert_eq!(renaming.legal(old, seat), legal, "{id}: seat {seat} as {named} in {}", was.phase);
        // In a finished phase they stand in the order of the seats.
        let mut seen = old.visible(seat);
        seen.sort_unstable();
        let mut there: Vec<u32> = new.visible(named).iter().map(|&k| places[k as usize] as u32).collect();
        there.sort_unstable();
        assert_eq!(seen, there, "{id}: seat {seat} as {named} sees in {}", was.phase);
    }
}

#[test]
fn renamed_seats_play_the_same_game() {
    let (mut plays, mut points) = (0, 0);
    for &(id, symmetry) in SYMMETRIC {
        let info = find(id).unwrap();
        let mut renamed = 0;
        for params in parameters(info, 5) {
            for condition in [Condition::Silent, Condition::Comm] {
                for seed in 0..8 {
                    let mut rng = Rng::new(seed);
                    let mut whole = start(info, &params, condition);
                    play(whole.as_mut(), &mut rng);
                    let Some(renaming) = Renaming::draw(symmetry, whole.as_ref(), &mut rng) else { continue };
                    let mut old = start(info, &params, condition);
                    let mut new = start(info, &renaming.params(whole.params()), condition);
                    let events = renaming.events(whole.events());
                    let places: Vec<usize> = events.iter().map(|(place, _)| *place).collect();
                    for (k, (_, event)) in events.iter().enumerate() {
                        old.apply(&whole.events()[k]).unwrap();
                        new.apply(event)
                            .unwrap_or_else(|e| panic!("{id} {condition:?} {:?}: {event:?}: {e}", renaming.to));
                        // Between the draws of a run the two have not seen the same seats dealt.
                        if places[..=k].iter().max() == Some(&k) {
                            assert_same(&renaming, old.as_ref(), new.as_ref(), &places);
                            points += 1;
                        }
                    }
                    assert!(new.status().over(), "{id}");
                    for (a, b) in old.steps().iter().zip(new.steps()) {
                        let again: Json = renaming.to.iter().map(|&s| b.payoffs[usize::from(s)].to_json()).collect();
                        assert_eq!(serde_json::to_value(&a.payoffs).unwrap(), again, "{id} {:?}", renaming.to);
                    }
                    renamed += 1;
                }
            }
        }
        assert!(renamed > 0, "{id}: no play was renamed");
        plays += renamed;
    }
    println!("{plays} plays of {} games are the same with their seats renamed, at {points} points", SYMMETRIC.len());
}
