//! The environment scripts: every step's result, and the state at the end.

use serde_json::{Value, json};
use trivium_negotiation::env::calendar::{self, CalendarAction, CalendarEnv, CalendarSide};
use trivium_negotiation::env::marketplace::{self, MarketAction, MarketEnv, MarketSide, Unread};
use trivium_negotiation::env::tool::Tool;
use trivium_negotiation::task::{CalendarTask, Meeting};

use super::{Comparison, DAY, event, list, read_json, shared};

fn scripts(key: &str) -> Vec<Value> {
    let synthetic = shared().and_then(|folder| read_json(&folder.join("synthetic.json")));
    let scripts = synthetic.map(|synthetic| list(&synthetic, key).to_vec()).unwrap_or_default();
    if scripts.is_empty() {
        println!("skipped: no {key} scripts");
    }
    scripts
}

fn initial_calendar(script: &Value, key: &str, owner: &str) -> Vec<Value> {
    let starts = list(script, key).iter().map(|start| start.as_str().unwrap());
    let uid = |start: &str| format!("{}-{}", &owner[..1], start[..2].parse::<u32>().unwrap());
    starts.map(|start| event(&uid(start), owner, start, false)).collect()
}

fn calendar_json(meetings: &[Meeting<'_>]) -> Value {
    let meeting = |meeting: &Meeting<'_>| {
        let attendees: Vec<Value> =
            meeting.attendees.iter().map(|one| json!([&*one.email, one.status.as_str()])).collect();
        json!([
            &*meeting.uid,
            &*meeting.organizer,
            &*meeting.date,
            meeting.start_time.as_str(),
            meeting.end_time.as_str(),
            attendees
        ])
    };
    meetings.iter().map(meeting).collect()
}

/// Any two meetings of one day that overlap.
fn has_conflicts(meetings: &[Meeting<'_>]) -> bool {
    let overlap = |a: &Meeting<'_>, b: &Meeting<'_>| {
        *a.date == *b.date
            && a.start_time.minutes() < b.end_time.minutes()
            && b.start_time.minutes() < a.end_time.minutes()
    };
    (1..meetings.len()).any(|at| meetings[..at].iter().any(|earlier| overlap(earlier, &meetings[at])))
}

/// The part of a text before the first colon.
fn prefix(text: &str) -> &str {
    text.split_once(':').map_or(text, |(prefix, _)| prefix)
}

/// The tool of that name, whichever side has it.
fn find(sides: [&[&'static Tool]; 2], name: &Value) -> &'static Tool {
    sides.into_iter().flatten().find(|tool| tool.name == name.as_str().unwrap()).unwrap()
}

#[test]
fn calendar_environment_agrees_step_by_step() {
    let scripts = scripts("calendar_environment");
    let mut comparison = Comparison::default();
    let mut steps = 0;
    for script in &scripts {
        let what = format!("calendar_environment {}", script["id"]);
        let task = json!({
            "id": script["id"],
            "requestor": {
                "email": "r@y.co", "instruction_message": "", "is_malicious": false,
                "requested_meeting": event("req", "r@y.co", "12:00", false),
                "calendar": initial_calendar(script, "requestor_initial", "r@y.co"),
            },
            "assistant": {
                "email": "a@x.co", "instruction_message": "",
                "calendar": initial_calendar(script, "assistant_initial", "a@x.co"),
            },
        })
        .to_string();
        let task: CalendarTask<'_> = serde_json::from_str(&task).unwrap();
        assert_eq!(task.requestor.requested_meeting.date, DAY);
        let mut env = CalendarEnv::new(&task).unwrap();
        for (at, step) in list(script, "steps").iter().enumerate() {
            let side = if step[0] == "a" { CalendarSide::Assistant } else { CalendarSide::Requestor };
            let tools = [CalendarSide::Assistant, CalendarSide::Requestor].map(calendar::tools);
            let tool = find(tools, &step[1]);
            let result = match tool.read(&step[2].to_string()) {
                Ok(arguments) => match env.act(side, &CalendarAction::of(tool.name, &arguments).unwrap()) {
                    Ok(_) => "ok",
                    Err(refusal) => refusal.code(),
                },
                Err(_) => "schema_error",
            };
            steps += 1;
            comparison.equal(&format!("{what} step {at} {step}"), &json!(result), &step[3]);
        }
        let (assistant, requestor) =
            (env.sorted_calendar(CalendarSide::Assistant), env.sorted_calendar(CalendarSide::Requestor));
        let mails: Vec<Value> = env
            .mails()
            .iter()
            .map(|mail| json!([mail.from, mail.to, prefix(&mail.subject), mail.event.as_deref().map(prefix)]))
            .collect();
        for (key, ours) in [
            ("assistant_calendar", calendar_json(&assistant)),
            ("requestor_calendar", calendar_json(&requestor)),
            ("assistant_has_conflicts", json!(has_conflicts(&assistant))),
            ("requestor_has_conflicts", json!(has_conflicts(&requestor))),
            ("emails", json!(mails)),
        ] {
            comparison.equal(&format!("{what} {key}"), &ours, &script[key]);
        }
    }
    println!("calendar_environment: {} scripts, {steps} steps, {} values compared", scripts.len(), comparison.compared);
    comparison.finish("calendar_environment");
}

fn market_step(env: &mut MarketEnv, step: &Value) -> Value {
    let side = if step[1] == "buyer" { MarketSide::Buyer } else { MarketSide::Seller };
    env.set_round(u32::try_from(step[0].as_u64().unwrap()).unwrap());
    if step[2] == "UNREAD" {
        let item = |item: &Unread| match item {
            Unread::Message(said) => json!(["message", null, null, null, said.content]),
            Unread::Offer(offer) => json!(["offer", offer.id, offer.price, offer.status.as_str(), null]),
        };
        return env.take_unread(side).iter().map(item).collect();
    }
    let tool = find([MarketSide::Buyer, MarketSide::Seller].map(marketplace::tools), &step[2]);
    json!(match tool.read(&step[3].to_string()) {
        Ok(arguments) => match env.act(side, &MarketAction::of(tool.name, &arguments).unwrap()) {
            Ok(_) => "ok",
            Err(refusal) => refusal.code(),
        },
        Err(_) => "schema_error",
    })
}

#[test]
fn marketplace_environment_agrees_step_by_step() {
    let scripts = scripts("marketplace_environment");
    let mut comparison = Comparison::default();
    let mut steps = 0;
    for script in &scripts {
        let what = format!("marketplace_environment {}", script["id"]);
        let mut env = MarketEnv::default();
        for (at, step) in list(script, "steps").iter().enumerate() {
            steps += 1;
            let ours = market_step(&mut env, step);
            comparison.equal(&format!("{what} step {at} {step}"), &ours, &step[4]);
        }
        let offers: Vec<Value> = env
            .offers()
            .iter()
            .map(|offer| {
                json!([
                    offer.id,
                    offer.round_created,
                    offer.proposer.as_str(),
                    offer.price,
                    offer.message,
                    offer.status.as_str()
                ])
            })
            .collect();
        let messages: Vec<Value> =
            env.messages().iter().map(|said| json!([said.round, said.speaker.as_str(), said.content])).collect();
        let outcome = serde_json::to_value(env.outcome()).unwrap();
        for (key, ours) in [("offers", json!(offers)), ("messages", json!(messages)), ("outcome", outcome)] {
            comparison.equal(&format!("{what} {key}"), &ours, &script[key]);
        }
    }
    println!(
        "marketplace_environment: {} scripts, {steps} steps, {} values compared",
        scripts.len(),
        comparison.compared
    );
    comparison.finish("marketplace_environment");
}
