//! Agents that schedule.

use serde_json::json;
use trivium_core::Rng;

use super::reading::{By, Made, Matter, Stand, calls, matters, minutes, this_turn};
use super::{Manner, aspiration};
use crate::env::EventBlock;
use crate::episode::{Answer, Party, Policy, View};
use crate::task::CalendarTask;

/// What a calendar agent knows beside its messages: its own side only.
#[derive(Clone, Debug, PartialEq)]
pub struct CalendarBrief {
    /// Which side it plays.
    pub party: Party,
    /// Its own address.
    pub email: String,
    /// The other side's address.
    pub other_email: String,
    /// Its slots in preference order: start, end, score within 0 and 1.
    pub slots: Vec<(String, String, f64)>,
    /// The day meetings may be on.
    pub date: String,
    /// Rounds of the episode.
    pub max_rounds: u32,
}

impl CalendarBrief {
    /// The brief of a party.
    pub fn of(task: &CalendarTask<'_>, party: Party, max_rounds: u32) -> CalendarBrief {
        let (assistant, requestor) = (&task.assistant, &task.requestor);
        let (email, other, preferences) = match party {
            Party::Principal => (&assistant.email, &requestor.email, &assistant.preferences),
            Party::Counterparty => (&requestor.email, &assistant.email, &requestor.preferences),
        };
        let slots = preferences
            .iter()
            .map(|slot| (slot.start_time.to_string(), slot.end_time.to_string(), slot.score.get()))
            .collect();
        CalendarBrief {
            party,
            email: email.to_string(),
            other_email: other.to_string(),
            slots,
            date: requestor.requested_meeting.date.to_string(),
            max_rounds,
        }
    }
}

/// A rule-based calendar agent.
pub struct CalendarAgent {
    brief: CalendarBrief,
    manner: Manner,
    stream: u64,
    decisions: u64,
}

/// A slot that is free for the agent, and how much of its best it is worth (0 to 1).
struct Free<'b> {
    start: &'b str,
    worth: f64,
}

impl CalendarAgent {
    /// An agent of this manner; `seed` names the random manner's stream.
    pub fn new(brief: CalendarBrief, manner: Manner, seed: u64) -> CalendarAgent {
        let name = match brief.party {
            Party::Principal => "negotiation/assistant",
            Party::Counterparty => "negotiation/requestor",
        };
        CalendarAgent { brief, manner, stream: trivium_core::rng::stream_seed(seed, name), decisions: 0 }
    }

    /// The free slots, told by the calendar last listed. The meeting under negotiation stands on it
    /// too, but does not stand in its own way.
    fn free(&self, calls: &[Made], matter: &Matter) -> Vec<Free<'_>> {
        let listing = calls.iter().rfind(|call| call.tool == "ListMeetings" && !call.refused());
        let busy: Vec<(i32, i32)> = listing
            .map(|listing| EventBlock::read_all(&listing.result))
            .unwrap_or_default()
            .iter()
            .filter(|event| event.uid != matter.uid && event.date == matter.date)
            .map(|event| (i32::from(event.start.minutes()), i32::from(event.end.minutes())))
            .collect();
        let is_free = |start: &str| {
            minutes(start).is_some_and(|start| {
                let end = start + matter.minutes.max(1);
                !busy.iter().any(|&(from, to)| start < to && from < end)
            })
        };
        let slots: Vec<_> = self.brief.slots.iter().filter(|(start, _, _)| is_free(start)).collect();
        let least = slots.iter().map(|slot| slot.2).fold(f64::INFINITY, f64::min);
        let most = slots.iter().map(|slot| slot.2).fold(f64::NEG_INFINITY, f64::max);
        let worth = |score: f64| if most > least { (score - least) / (most - least) } else { 1.0 };
        slots.into_iter().map(|(start, _, score)| Free { start, worth: worth(*score) }).collect()
    }

    /// What the agent asks for now: a start, and the least worth it would agree to.
    fn demand<'f>(&self, free: &'f [Free<'f>], matter: &Matter, round: u32) -> (Option<&'f str>, f64) {
        let worth_of = |start: &String| free.iter().find(|slot| slot.start == start).map_or(0.0, |slot| slot.worth);
        if self.manner == Manner::Reasonable {
            // Whatever was put forward and not agreed to is rejected; so is the time on the table,
            // if it is countered.
            let rejected = |slot: &&Free<'_>| {
                let before = matter.own_starts.iter().chain(&matter.other_starts);
                before.into_iter().any(|start| start == slot.start)
            };
            let best = first_best(free.iter().filter(|slot| !rejected(slot)));
            return (best.map(|slot| slot.start), best.map_or(0.0, |slot| slot.worth));
        }
        let first = matter.other_starts.first().map_or(0.0, worth_of);
        let last = matter.other_starts.last().map_or(0.0, worth_of);
        let least = aspiration(self.manner, round, self.brief.max_rounds, last - first);
        // Of what is good enough, the least demanding, so that a lower aspiration is seen as a
        // concession.
        let mut asked: Option<&Free<'_>> = None;
        for slot in free.iter().filter(|slot| slot.worth >= least) {
            if asked.is_none_or(|asked| slot.worth < asked.worth) {
                asked = Some(slot);
            }
        }
        (asked.map(|slot| slot.start), least)
    }

    fn decide(&self, calls: &[Made], matter: &Matter, view: &View<'_>) -> Answer {
        let reply = |status: &str, message: &str| {
            Answer::call("ReplyMeeting", &json!({"meeting_uid": matter.uid, "status": status, "message": message}))
        };
        if self.manner == Manner::FirstOffer {
            return match matter.stand {
                Stand::Open(By::Other) => reply("ACCEPTED", "That suits us."),
                _ => close_or_wait(view),
            };
        }
        let free = self.free(calls, matter);
        let (asked, least) = self.demand(&free, matter, view.round);
        let offered = match matter.stand {
            Stand::Open(By::Other) => matter.other_starts.last(),
            _ => None,
        };
        let offered_worth = offered.and_then(|start| free.iter().find(|slot| slot.start == start));
        match (offered_worth, asked) {
            (Some(offered), Some(_)) if offered.worth >= least => reply("ACCEPTED", "That suits us."),
            (Some(_), None) => reply("ACCEPTED", "That suits us."),
            (_, Some(start)) => self.counter(matter, start),
            (None, None) if offered.is_some() => reply("DECLINED", "There is no hour left that suits us."),
            (None, None) => close_or_wait(view),
        }
    }

    fn counter(&self, matter: &Matter, start: &str) -> Answer {
        let end = minutes(start).map_or(0, |start| (start + matter.minutes).clamp(0, 23 * 60 + 59));
        Answer::call(
            "ReplyMeeting",
            &json!({
                "meeting_uid": matter.uid, "status": "COUNTER", "date": matter.date, "start": start,
                "end": format!("{:02}:{:02}", end / 60, end % 60),
                "message": format!("Could we meet at {start} instead?"),
            }),
        )
    }

    fn random(&mut self, view: &View<'_>) -> Answer {
        let mut rng = Rng::for_decision(self.stream, self.decisions);
        self.decisions += 1;
        let calls = calls(view);
        let known = matters(&calls);
        let mut uids: Vec<String> = known.into_iter().map(|matter| matter.uid).collect();
        uids.push(format!("{}-{}", self.brief.email, self.decisions));
        let uid = rng.choice(&uids).cloned().unwrap_or_default();
        let hour = rng.between(8, 18);
        let (start, end) = (format!("{hour:02}:00"), format!("{:02}:00", hour + 1));
        let tool = rng.choice(view.tools).map_or("Wait", |tool| tool.name);
        let arguments = match tool {
            "SendEmail" => json!({"to": self.brief.other_email, "message": "Any news about the hour?"}),
            "RequestMeeting" => json!({
                "uid": uid, "title": "Meeting", "organizer": self.brief.email, "date": self.brief.date,
                "start": start, "end": end, "attendees": [self.brief.other_email],
            }),
            "ReplyMeeting" => {
                let status = rng.choice(&["ACCEPTED", "DECLINED", "COUNTER", "RESCIND"]);
                json!({
                    "meeting_uid": uid, "status": status, "date": self.brief.date, "start": start, "end": end,
                })
            }
            "EndConversation" => json!({"reason": "Enough for today."}),
            _ => json!({}),
        };
        Answer::call(tool, &arguments)
    }
}

/// The slot worth most; the first of equals.
fn first_best<'f>(slots: impl Iterator<Item = &'f Free<'f>>) -> Option<&'f Free<'f>> {
    let mut best: Option<&Free<'_>> = None;
    for slot in slots {
        if best.is_none_or(|best| slot.worth > best.worth) {
            best = Some(slot);
        }
    }
    best
}

fn wait() -> Answer {
    Answer::call("Wait", &json!({}))
}

/// Closes the conversation where that is the party's to do.
fn close_or_wait(view: &View<'_>) -> Answer {
    if view.tools.iter().any(|tool| tool.name == "EndConversation") {
        Answer::call("EndConversation", &json!({"reason": "There is nothing left to settle."}))
    } else {
        wait()
    }
}

impl Policy for CalendarAgent {
    fn opening(&mut self, _view: &View<'_>) -> String {
        "Would this hour suit you?".to_owned()
    }

    fn choose(&mut self, view: &View<'_>) -> Answer {
        if self.manner == Manner::Random {
            return self.random(view);
        }
        let calls = calls(view);
        let turn = this_turn(&calls, "GetEmails");
        // One decision a turn; after a refusal the other side gets the word.
        let acted = turn.iter().any(|call| call.tool != "ListMeetings" || call.refused());
        if acted {
            return wait();
        }
        let matters = matters(&calls);
        let mine = |matter: &&Matter| matches!(matter.stand, Stand::Open(By::Other) | Stand::Declined);
        let Some(matter) = matters.iter().find(mine) else {
            let open = matters.iter().any(|matter| matter.stand == Stand::Open(By::Me));
            return if open || matters.is_empty() { wait() } else { close_or_wait(view) };
        };
        if turn.is_empty() && self.manner != Manner::FirstOffer {
            return Answer::call("ListMeetings", &json!({}));
        }
        self.decide(&calls, matter, view)
    }
}
