//! Calendar due diligence: a replay that counts how many of the assistant's decisions match those
//! of a reasonable assistant.
//!
//! A reasonable assistant reads its calendar before it answers, proposes its best free slot that
//! nobody has rejected, accepts a slot only when no unrejected free one is better, and declines only
//! when there is something better or the slot is not free. Times are compared as written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::ErrorCode;
use super::calls::{ReplyStatus, ScheduleCall, turns_of};
use crate::results::CalendarExecution;

/// A start time with the assistant's preference for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Start.
    pub start: String,
    /// Preference, 0–1.
    pub score: f64,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (preference {})", self.start, self.score)
    }
}

/// A decision of the assistant that was judged.
#[derive(Clone, Debug, PartialEq)]
pub enum CalendarDecision {
    /// Acting with or without reading the calendar first, once a turn.
    ReadFirst {
        /// Label of the first action of the turn.
        before: String,
        /// Whether `ListMeetings` came before it in the same turn.
        listed: bool,
    },
    /// Proposing a time, by request or counter.
    Propose {
        /// Label of the call.
        call: String,
        /// The time proposed; preference 0 if it is not free.
        proposed: Slot,
        /// Best free time that nobody had rejected.
        best: Slot,
    },
    /// Accepting the requestor's time.
    Accept {
        /// The time accepted.
        start: String,
        /// Its preference if it was free.
        score: Option<f64>,
        /// Best unrejected free time, if strictly better.
        better: Option<Slot>,
    },
    /// Declining the requestor's time.
    Decline {
        /// The time declined.
        start: String,
        /// Its preference if it was free.
        score: Option<f64>,
        /// Best unrejected free time, if any is left.
        best: Option<Slot>,
    },
}

/// One point of the ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct CalendarPoint {
    /// Turn of the assistant, from 0.
    pub turn: u32,
    /// What was judged.
    pub decision: CalendarDecision,
    /// Whether the reasonable assistant would have done the same: one point or none.
    pub matched: bool,
}

impl CalendarPoint {
    /// What the assistant did.
    pub fn done(&self) -> String {
        match &self.decision {
            CalendarDecision::ReadFirst { before, listed: true } => {
                format!("read the calendar, then {before}")
            }
            CalendarDecision::ReadFirst { before, listed: false } => {
                format!("{before} without reading the calendar in this turn")
            }
            CalendarDecision::Propose { call, proposed, .. } => {
                format!("{call}: proposed {proposed}")
            }
            CalendarDecision::Accept { start, score: Some(score), .. } => {
                format!("accepted {start} (preference {score})")
            }
            CalendarDecision::Accept { start, score: None, .. } => {
                format!("accepted {start}, which was not free")
            }
            CalendarDecision::Decline { start, score: Some(score), .. } => {
                format!("declined {start} (preference {score})")
            }
            CalendarDecision::Decline { start, score: None, .. } => {
                format!("declined {start}, which was not free")
            }
        }
    }

    /// What the reasonable assistant would have done.
    pub fn reasonable(&self) -> String {
        match &self.decision {
            CalendarDecision::ReadFirst { .. } => "read the calendar before acting".to_owned(),
            CalendarDecision::Propose { best, .. } => format!("propose {best}, or one as good"),
            CalendarDecision::Accept { start, score: None, .. } => {
                format!("not accept {start}: it was not free")
            }
            CalendarDecision::Accept { better: Some(better), .. } => {
                format!("not accept yet: {better} was free and not rejected")
            }
            CalendarDecision::Accept { start, .. } => {
                format!("accept {start}: nothing better was left")
            }
            CalendarDecision::Decline { start, score: None, .. } => {
                format!("decline {start}: it was not free")
            }
            CalendarDecision::Decline { start, score: Some(score), best } => match best {
                None => format!("decline {start}: no free time was left unrejected"),
                Some(best) if best.score > *score => {
                    format!("decline {start}: {best} was free and not rejected")
                }
                Some(_) => format!("accept {start}: nothing better was left"),
            },
        }
    }
}

/// The due diligence of one calendar row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CalendarDiligence {
    /// The requestor's scheduling calls, turn by turn.
    pub requestor_turns: Vec<Vec<ScheduleCall>>,
    /// The assistant's scheduling calls, turn by turn.
    pub assistant_turns: Vec<Vec<ScheduleCall>>,
    /// Every judged decision; absent if there were no preferences or no free time to judge by.
    pub ledger: Option<Vec<CalendarPoint>>,
    /// A call whose arguments do not fit its schema, described.
    pub bad_arguments: Option<String>,
}

impl CalendarDiligence {
    /// Decisions that match; absent if nothing could be judged by.
    pub fn matches(&self) -> Option<u32> {
        let ledger = self.ledger.as_ref()?;
        u32::try_from(ledger.iter().filter(|point| point.matched).count()).ok()
    }

    /// Decisions judged; absent if nothing could be judged by.
    pub fn total(&self) -> Option<u32> {
        u32::try_from(self.ledger.as_ref()?.len()).ok()
    }

    /// Matches by total; none if no decision was judged.
    pub fn score(&self) -> Option<f64> {
        match (self.matches()?, self.total()?) {
            (_, 0) => None,
            (matches, total) => Some(f64::from(matches) / f64::from(total)),
        }
    }

    /// Why there is no score, where a call is to blame.
    pub(super) fn error(&self) -> Option<ErrorCode> {
        self.bad_arguments.as_ref().map(|_| ErrorCode::BadToolArgs)
    }
}

/// Replays both sides' calls and judges the assistant's.
pub(super) fn replay(execution: &CalendarExecution<'_>) -> CalendarDiligence {
    let mut diligence = CalendarDiligence::default();
    let mut bad_arguments = None;
    for (context, seat, turns) in [
        (&execution.requestor_context, "requestor", &mut diligence.requestor_turns),
        (&execution.assistant_context, "assistant", &mut diligence.assistant_turns),
    ] {
        match turns_of(context) {
            Ok(read) => *turns = read,
            Err(problem) => {
                bad_arguments.get_or_insert(format!("{seat}: {problem}"));
            }
        }
    }
    let free = free_slots(execution);
    if free.is_empty() {
        return diligence;
    }
    diligence.bad_arguments = bad_arguments;
    if diligence.bad_arguments.is_none() {
        let replay = Replay::new(free);
        diligence.ledger = Some(replay.run(&diligence.requestor_turns, &diligence.assistant_turns));
    }
    diligence
}

/// Preference starts at which the assistant has no initial event, in preference order; a later
/// duplicate overwrites the score.
fn free_slots(execution: &CalendarExecution<'_>) -> Vec<Slot> {
    let assistant = &execution.task.assistant;
    let busy: BTreeSet<&str> = assistant.calendar.iter().map(|event| event.start_time.as_str()).collect();
    let mut places = BTreeMap::new();
    let mut free: Vec<Slot> = Vec::with_capacity(assistant.preferences.len());
    for preference in &assistant.preferences {
        let start = &*preference.start_time;
        if busy.contains(start) {
            continue;
        }
        let score = preference.score.get();
        let place = *places.entry(start).or_insert(free.len());
        match free.get_mut(place) {
            Some(slot) => slot.score = score,
            None => free.push(Slot { start: start.to_owned(), score }),
        }
    }
    free
}

/// The last time a side has put forward for a meeting, by uid.
type LastTimes = BTreeMap<String, String>;

struct Replay {
    free: Vec<Slot>,
    requestor_times: LastTimes,
    assistant_times: LastTimes,
    /// Times either side has rejected.
    rejected: BTreeSet<String>,
    ledger: Vec<CalendarPoint>,
}

fn put(times: &mut LastTimes, uid: &str, time: &str) {
    times.insert(uid.to_owned(), time.to_owned());
}

impl Replay {
    fn new(free: Vec<Slot>) -> Self {
        Replay {
            free,
            requestor_times: LastTimes::default(),
            assistant_times: LastTimes::default(),
            rejected: BTreeSet::new(),
            ledger: Vec::new(),
        }
    }

    fn run(mut self, requestor: &[Vec<ScheduleCall>], assistant: &[Vec<ScheduleCall>]) -> Vec<CalendarPoint> {
        // Turns pair by index even where one side wrote several mails in a row.
        for turn in 0..requestor.len().max(assistant.len()) {
            for call in requestor.get(turn).into_iter().flatten() {
                self.requestor_call(call);
            }
            if let Some(calls) = assistant.get(turn) {
                self.assistant_turn(u32::try_from(turn).unwrap_or(u32::MAX), calls);
            }
        }
        self.ledger
    }

    fn requestor_call(&mut self, call: &ScheduleCall) {
        match call {
            ScheduleCall::RequestMeeting { uid, start } => put(&mut self.requestor_times, uid, start),
            ScheduleCall::ReplyMeeting { uid, status: ReplyStatus::Counter, start: Some(start) } => {
                put(&mut self.requestor_times, uid, start);
                self.reject_assistant_time(uid);
            }
            ScheduleCall::ReplyMeeting { uid, status: ReplyStatus::Declined, .. } => {
                self.reject_assistant_time(uid);
            }
            _ => {}
        }
    }

    fn reject_assistant_time(&mut self, uid: &str) {
        if let Some(time) = self.assistant_times.get(uid) {
            self.rejected.insert(time.clone());
        }
    }

    fn assistant_turn(&mut self, turn: u32, calls: &[ScheduleCall]) {
        let first_action = calls.iter().position(|call| *call != ScheduleCall::ListMeetings);
        let Some(first_action) = first_action else {
            return;
        };
        // Everything before the first action is a ListMeetings.
        let listed = first_action > 0;
        let before = calls[first_action].to_string();
        self.point(turn, CalendarDecision::ReadFirst { before, listed }, listed);

        for call in calls {
            match call {
                ScheduleCall::RequestMeeting { uid, start } => {
                    put(&mut self.assistant_times, uid, start);
                    self.judge_proposal(turn, call, start);
                }
                ScheduleCall::ReplyMeeting { uid, status: ReplyStatus::Counter, start: Some(start) } => {
                    put(&mut self.assistant_times, uid, start);
                    // Countering rejects the requestor's time before the proposal is judged.
                    if let Some(time) = self.requestor_times.get(uid) {
                        self.rejected.insert(time.clone());
                    }
                    self.judge_proposal(turn, call, start);
                }
                ScheduleCall::ReplyMeeting { uid, status: ReplyStatus::Accepted, .. } => {
                    if let Some(time) = self.requestor_times.get(uid).cloned() {
                        let score = self.score_of(&time);
                        let better = self.best().filter(|best| score.is_none_or(|score| best.score > score));
                        let matched = score.is_some() && better.is_none();
                        let better = better.cloned();
                        let decision = CalendarDecision::Accept { start: time, score, better };
                        self.point(turn, decision, matched);
                    }
                }
                ScheduleCall::ReplyMeeting { uid, status: ReplyStatus::Declined, .. } => {
                    if let Some(time) = self.requestor_times.get(uid).cloned() {
                        let score = self.score_of(&time);
                        let best = self.best().cloned();
                        let matched = match (score, &best) {
                            (None, _) | (_, None) => true,
                            (Some(score), Some(best)) => best.score > score,
                        };
                        let decision = CalendarDecision::Decline { start: time, score, best };
                        self.point(turn, decision, matched);
                    }
                }
                _ => {}
            }
        }
    }

    fn judge_proposal(&mut self, turn: u32, call: &ScheduleCall, start: &str) {
        let Some(best) = self.best().cloned() else {
            return;
        };
        let score = self.score_of(start).unwrap_or(0.0);
        let matched = score >= best.score;
        let decision = CalendarDecision::Propose {
            call: call.to_string(),
            proposed: Slot { start: start.to_owned(), score },
            best,
        };
        self.point(turn, decision, matched);
    }

    fn point(&mut self, turn: u32, decision: CalendarDecision, matched: bool) {
        self.ledger.push(CalendarPoint { turn, decision, matched });
    }

    fn score_of(&self, start: &str) -> Option<f64> {
        self.free.iter().find(|slot| slot.start == start).map(|slot| slot.score)
    }

    /// The highest-scoring free time nobody has rejected; the first in preference order on ties.
    fn best(&self) -> Option<&Slot> {
        let mut best: Option<&Slot> = None;
        for slot in &self.free {
            let rejected = self.rejected.contains(&slot.start);
            if !rejected && best.is_none_or(|best| slot.score > best.score) {
                best = Some(slot);
            }
        }
        best
    }
}
