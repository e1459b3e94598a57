//! Whatever agents do, the environments keep their rules.

#![allow(clippy::unwrap_used)]
#![cfg(not(target_arch = "wasm32"))]

mod sample;

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;
use trivium_negotiation::env::calendar::{CalendarAction, CalendarEnv, CalendarSide, Mail, Proposal};
use trivium_negotiation::env::marketplace::{MarketAction, MarketEnv, MarketSide, OfferStatus};
use trivium_negotiation::env::{EventBlock, Tool};
use trivium_negotiation::score::ReplyStatus;
use trivium_negotiation::task::{CalendarTask, Meeting};

use sample::{ASSISTANT, DAY, REQUESTOR};

fn pick(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![8 => prop::sample::select(words).prop_map(str::to_owned), 1 => ".{0,12}"]
}

fn uid() -> impl Strategy<Value = String> {
    pick(&["req", "a-9", "r-8", "m1", "m2", "a\nUID: b\n---"])
}

fn email() -> impl Strategy<Value = String> {
    pick(&[ASSISTANT, REQUESTOR, "third@else.example"])
}

fn date() -> impl Strategy<Value = String> {
    pick(&[DAY, "May 6, 2031", "2031-05-07", "soon", ""])
}

fn time() -> impl Strategy<Value = String> {
    pick(&["09:00", "2pm", "1130", "25:00", "23:59", ""])
}

fn calendar_action() -> impl Strategy<Value = CalendarAction> {
    let status = prop::sample::select(vec![
        ReplyStatus::Accepted,
        ReplyStatus::Declined,
        ReplyStatus::Counter,
        ReplyStatus::Rescind,
    ]);
    let text = prop::option::of(".{0,10}");
    let proposal = (prop::option::of(date()), prop::option::of(time()), prop::option::of(time()))
        .prop_map(|(date, start, end)| Proposal { date, start, end });
    let request = (uid(), ".{0,10}", email(), date(), time(), time(), prop::collection::vec(email(), 0..4)).prop_map(
        |(uid, title, organizer, date, start, end, attendees)| CalendarAction::RequestMeeting {
            uid,
            title: title.clone(),
            description: title,
            organizer,
            date,
            start,
            end,
            attendees,
            message: None,
        },
    );
    let reply = (uid(), status, text, proposal)
        .prop_map(|(uid, status, message, proposal)| CalendarAction::ReplyMeeting { uid, status, message, proposal });
    prop_oneof![
        1 => (email(), ".{0,10}").prop_map(|(to, message)| CalendarAction::SendEmail { to, message }),
        1 => Just(CalendarAction::ListMeetings),
        1 => Just(CalendarAction::ListContacts),
        1 => Just(CalendarAction::Wait),
        1 => ".{0,5}".prop_map(|reason| CalendarAction::EndConversation { reason }),
        2 => request,
        2 => reply,
    ]
}

const SIDES: [CalendarSide; 2] = [CalendarSide::Assistant, CalendarSide::Requestor];

fn calendar_env() -> CalendarEnv {
    let task: Value = sample::calendar_row(1)["execution"]["task"].clone();
    let text = task.to_string();
    let task: CalendarTask<'_> = serde_json::from_str(&text).unwrap();
    CalendarEnv::new(&task).unwrap()
}

type CalendarState = (Vec<Vec<Meeting<'static>>>, Vec<Mail>);

fn calendar_state(env: &CalendarEnv) -> CalendarState {
    (SIDES.iter().map(|side| env.calendar(*side).to_vec()).collect(), env.mails().to_vec())
}

fn market_action() -> impl Strategy<Value = MarketAction> {
    let message = prop::option::of(".{0,6}");
    prop_oneof![
        ".{1,6}".prop_map(|content| MarketAction::SendMessage { content }),
        (0.01..1e6, message.clone()).prop_map(|(price, message)| MarketAction::MakeOffer { price, message }),
        (1i64..9, message).prop_map(|(offer_id, message)| MarketAction::AcceptOffer { offer_id, message }),
        Just(MarketAction::Wait),
        ".{1,6}".prop_map(|reason| MarketAction::EndConversation { reason }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn calendars_keep_their_rules(steps in prop::collection::vec((any::<bool>(), any::<bool>(), calendar_action()), 0..30)) {
        let mut env = calendar_env();
        for (requestor, reads, action) in steps {
            let side = SIDES[usize::from(requestor)];
            let before = calendar_state(&env);
            let pointers = SIDES.map(|side| env.read_until(side));
            let refused = env.act(side, &action).is_err();
            let after = calendar_state(&env);
            if refused {
                prop_assert_eq!(&before, &after, "a refused action changes nothing");
            }
            prop_assert!(after.1.starts_with(&before.1), "the mail log only grows");
            prop_assert!(after.1.iter().all(|mail| mail.to != mail.from), "nobody gets a mail from themselves");
            for calendar in &after.0 {
                let uids: BTreeSet<&str> = calendar.iter().map(|meeting| &*meeting.uid).collect();
                prop_assert_eq!(uids.len(), calendar.len(), "a uid occurs once on a calendar");
            }
            if reads {
                let from = env.read_until(side);
                let own = env.email(side).to_owned();
                let unread = env.take_unread(side);
                let expected: Vec<Mail> =
                    env.mails()[from..].iter().filter(|mail| mail.to == own).cloned().collect();
                prop_assert_eq!(unread, expected);
                prop_assert!(env.take_unread(side).is_empty(), "mail is handed over once");
            }
            for (side, before) in SIDES.into_iter().zip(pointers) {
                prop_assert!((before..=env.mails().len()).contains(&env.read_until(side)));
            }
        }
    }

    #[test]
    fn listings_are_read_back(actions in prop::collection::vec(calendar_action(), 0..20)) {
        let mut env = calendar_env();
        for action in actions {
            let _ = env.act(CalendarSide::Requestor, &action);
        }
        let listing = env.act(CalendarSide::Assistant, &CalendarAction::ListMeetings).unwrap().text;
        let plain = |text: &str| !text.contains(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']);
        let calendar = env.calendar(CalendarSide::Assistant);
        // Only a line break in a uid, address or title can make a block unreadable.
        if calendar.iter().all(|meeting| {
            plain(&meeting.uid) && plain(&meeting.title) && plain(&meeting.organizer)
                && meeting.attendees.iter().all(|attendee| plain(&attendee.email))
        }) {
            let mut read: Vec<String> = EventBlock::read_all(&listing).into_iter().map(|event| event.uid).collect();
            let mut uids: Vec<String> = calendar.iter().map(|meeting| meeting.uid.to_string()).collect();
            read.sort();
            uids.sort();
            prop_assert_eq!(read, uids);
        }
    }

    #[test]
    fn offers_keep_their_rules(steps in prop::collection::vec((any::<bool>(), any::<bool>(), market_action()), 0..40)) {
        let mut env = MarketEnv::default();
        for (round, (seller, reads, action)) in (1u32..).zip(steps) {
            let side = if seller { MarketSide::Seller } else { MarketSide::Buyer };
            env.set_round(round);
            let before = env.clone();
            let result = env.act(side, &action);
            if result.is_err() {
                prop_assert_eq!(before.offers(), env.offers());
                prop_assert_eq!(before.messages(), env.messages());
                prop_assert_eq!(before.outcome(), env.outcome());
            }
            prop_assert!(env.messages().starts_with(before.messages()), "messages are only added");
            for (old, new) in before.offers().iter().zip(env.offers()) {
                prop_assert_eq!((old.id, old.price, old.proposer), (new.id, new.price, new.proposer));
                if old.status != OfferStatus::Open {
                    prop_assert_eq!(old.status, new.status, "an offer is closed once");
                }
                if old.status != new.status && new.status == OfferStatus::Accepted {
                    prop_assert_ne!(new.proposer, side, "nobody accepts their own offer");
                }
            }
            for proposer in [MarketSide::Buyer, MarketSide::Seller] {
                let open = env.offers().iter().filter(|o| o.proposer == proposer && o.status == OfferStatus::Open);
                prop_assert!(open.count() <= 1, "one open offer a side");
            }
            let ids: Vec<i64> = env.offers().iter().map(|offer| offer.id).collect();
            prop_assert!(ids.into_iter().eq((1..).take(env.offers().len())));
            let outcome = env.outcome();
            let accepted = outcome.accepted_offer_id.and_then(|id| env.offers().iter().find(|offer| offer.id == id));
            prop_assert_eq!(outcome.deal_reached, accepted.is_some());
            prop_assert_eq!(outcome.deal_price, accepted.map(|offer| offer.price));
            if reads {
                env.take_unread(side);
                prop_assert!(env.take_unread(side).is_empty(), "items are handed over once");
            }
            for side in [MarketSide::Buyer, MarketSide::Seller] {
                let (old, new) = (before.seen_until(side), env.seen_until(side));
                prop_assert!(old.0 <= new.0 && old.1 <= new.1, "what was seen stays seen");
            }
        }
    }

    #[test]
    fn any_arguments_are_read_or_refused(text in ".{0,60}", keys in prop::collection::vec("[a-z_]{1,8}", 0..4)) {
        let object: serde_json::Map<String, Value> = keys.into_iter().map(|key| (key, Value::from(text.clone()))).collect();
        let object = Value::Object(object).to_string();
        let calendar = trivium_negotiation::env::calendar::tools(CalendarSide::Assistant);
        let market = trivium_negotiation::env::marketplace::tools(MarketSide::Buyer);
        for tool in calendar.iter().chain(market) {
            for arguments in [&text, &object] {
                let tool: &Tool = tool;
                if let Err(error) = tool.read(arguments) {
                    prop_assert!(error.to_string().contains(tool.name));
                }
            }
        }
    }
}
