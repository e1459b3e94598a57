//! The calendar episode: a forced invitation, then rounds of assistant and requestor.

use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::seat::{Attempt, Seat, error_text, failure_text};
use super::{Answer, Conditions, Due, Episode, Failure, Message, NotDue, Party, prompt};
use crate::env::calendar::{self, CalendarAction, CalendarEnv, CalendarSide, Mail};
use crate::env::tool::definitions;
use crate::env::{Flow, SetupError};
use crate::record::IntoStatic;
use crate::task::{CalendarTask, Domain, meetings_json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Opening,
    Turn(CalendarSide),
    Over,
}

/// A calendar task being played.
///
/// The requestor's invitation is executed by the harness; then, in each round, the assistant moves
/// and the requestor after it. The episode ends when the assistant closes it or the rounds run out;
/// agreement alone ends nothing.
pub struct CalendarEpisode {
    task: CalendarTask<'static>,
    conditions: Conditions,
    env: CalendarEnv,
    assistant: Seat,
    requestor: Seat,
    phase: Phase,
    round: u32,
    step: u32,
    max_rounds_reached: bool,
    error: Option<String>,
}

fn party(side: CalendarSide) -> Party {
    match side {
        CalendarSide::Assistant => Party::Principal,
        CalendarSide::Requestor => Party::Counterparty,
    }
}

impl CalendarEpisode {
    /// Starts an episode; it waits for the requestor's opening message.
    pub fn new(task: &CalendarTask<'_>, conditions: Conditions) -> Result<CalendarEpisode, SetupError> {
        conditions.check()?;
        if task.requestor.name.is_none() {
            return Err(SetupError::RequestorWithoutName);
        }
        let env = CalendarEnv::new(task)?;
        let seat = |side: CalendarSide, messages: Vec<Message>| {
            Seat::new(messages, calendar::tools(side), Some(env.email(side.other()).to_owned()))
        };
        let assistant = seat(CalendarSide::Assistant, prompt::assistant(task, &conditions));
        let mut requestor = seat(CalendarSide::Requestor, prompt::requestor(task, &conditions));
        requestor.ask(&prompt::ask_invitation(task));
        Ok(CalendarEpisode {
            task: task.clone().into_static(),
            conditions,
            env,
            assistant,
            requestor,
            phase: Phase::Opening,
            round: 0,
            step: 1,
            max_rounds_reached: false,
            error: None,
        })
    }

    /// The environment as it stands.
    pub fn env(&self) -> &CalendarEnv {
        &self.env
    }

    /// Rounds begun.
    pub fn rounds_begun(&self) -> u32 {
        self.round
    }

    /// Whether the rounds ran out.
    pub fn max_rounds_reached(&self) -> bool {
        self.max_rounds_reached
    }

    /// Why the run failed, if it did.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// A side's messages so far.
    pub fn context(&self, side: CalendarSide) -> &[Message] {
        match side {
            CalendarSide::Assistant => self.assistant.context(),
            CalendarSide::Requestor => self.requestor.context(),
        }
    }

    fn seat(&self, side: CalendarSide) -> &Seat {
        match side {
            CalendarSide::Assistant => &self.assistant,
            CalendarSide::Requestor => &self.requestor,
        }
    }

    fn seat_mut(&mut self, side: CalendarSide) -> &mut Seat {
        match side {
            CalendarSide::Assistant => &mut self.assistant,
            CalendarSide::Requestor => &mut self.requestor,
        }
    }

    /// Executes a call in the requestor's name and writes it into its history.
    fn force_opening(&mut self, tool: &'static str, action: &CalendarAction, arguments: &serde_json::Value) {
        let result = match self.env.act(CalendarSide::Requestor, action) {
            Ok(done) => done.text,
            Err(refusal) => error_text(&refusal.to_string()),
        };
        self.requestor.force(tool, arguments, result);
    }

    fn begin_turn(&mut self, side: CalendarSide) {
        let unread = calendar::unread_json(&self.env.take_unread(side));
        self.seat_mut(side).force("GetEmails", &json!({}), unread);
        self.phase = Phase::Turn(side);
        self.step = 1;
    }

    fn end_turn(&mut self, side: CalendarSide) {
        self.seat_mut(side).forget_attempts();
        match side {
            CalendarSide::Assistant => self.begin_turn(CalendarSide::Requestor),
            CalendarSide::Requestor if self.round < self.conditions.max_rounds => {
                self.round += 1;
                self.begin_turn(CalendarSide::Assistant);
            }
            CalendarSide::Requestor => {
                self.max_rounds_reached = true;
                self.phase = Phase::Over;
            }
        }
    }

    fn end_step(&mut self, side: CalendarSide) {
        if self.step < self.conditions.max_steps_per_turn { self.step += 1 } else { self.end_turn(side) }
    }
}

impl Episode for CalendarEpisode {
    fn due(&self) -> Due<'_> {
        match self.phase {
            Phase::Opening => {
                Due::Opening { party: Party::Counterparty, view: self.requestor.opening_view(self.round) }
            }
            Phase::Turn(side) => Due::Step { party: party(side), view: self.seat(side).view(self.round, self.step) },
            Phase::Over => Due::Over,
        }
    }

    fn open(&mut self, text: &str) -> Result<(), NotDue> {
        if self.phase != Phase::Opening {
            return Err(NotDue);
        }
        self.requestor.forget_attempts();
        let meeting = self.task.requestor.requested_meeting.clone();
        let organizer = self.env.email(CalendarSide::Requestor).to_owned();
        let attendees = vec![self.env.email(CalendarSide::Assistant).to_owned()];
        let (date, start, end) =
            (meeting.date.to_string(), meeting.start_time.to_string(), meeting.end_time.to_string());
        let arguments = json!({
            "message": text, "uid": &*meeting.uid, "title": &*meeting.title, "description": &*meeting.description,
            "organizer": organizer, "date": date, "start": start, "end": end, "attendees": attendees,
        });
        let action = CalendarAction::RequestMeeting {
            uid: meeting.uid.to_string(),
            title: meeting.title.to_string(),
            description: meeting.description.to_string(),
            organizer,
            date,
            start,
            end,
            attendees,
            message: Some(text.to_owned()),
        };
        self.force_opening("RequestMeeting", &action, &arguments);
        self.force_opening("Wait", &CalendarAction::Wait, &json!({}));
        self.round = 1;
        self.begin_turn(CalendarSide::Assistant);
        Ok(())
    }

    fn answer(&mut self, answer: Answer) -> Result<(), NotDue> {
        let Phase::Turn(side) = self.phase else { return Err(NotDue) };
        let (id, action) = match self.seat_mut(side).attempt(answer) {
            Attempt::Again => return Ok(()),
            // Giving up counts as waiting.
            Attempt::Exhausted => {
                self.end_turn(side);
                return Ok(());
            }
            Attempt::Call { id, tool, arguments } => (id, CalendarAction::of(tool.name, &arguments)),
        };
        // Every tool of a seat is one of this environment's.
        let outcome = action.map(|action| self.env.act(side, &action));
        let (text, flow) = match outcome {
            Some(Ok(done)) => (done.text, done.flow),
            Some(Err(refusal)) => (error_text(&refusal.to_string()), Flow::Continue),
            None => (error_text("this tool is not available"), Flow::Continue),
        };
        self.seat_mut(side).result(id, text);
        match flow {
            Flow::Continue => self.end_step(side),
            Flow::EndTurn => self.end_turn(side),
            Flow::EndEpisode => self.phase = Phase::Over,
        }
        Ok(())
    }

    fn fail(&mut self, failure: &Failure) -> Result<(), NotDue> {
        let side = match self.phase {
            Phase::Over => return Err(NotDue),
            Phase::Opening => CalendarSide::Requestor,
            Phase::Turn(side) => side,
        };
        match failure {
            Failure::Fatal(text) => {
                self.seat_mut(side).forget_attempts();
                self.error = Some(failure_text(side.as_str(), self.round, party(side), text));
                self.phase = Phase::Over;
            }
            // An invitation goes out even without words of its own.
            Failure::Recoverable(_) if self.phase == Phase::Opening => return self.open(""),
            Failure::Recoverable(_) => self.end_turn(side),
        }
        Ok(())
    }

    fn domain(&self) -> Domain {
        Domain::Calendar
    }

    fn execution_json(&self) -> String {
        #[derive(Serialize)]
        struct Execution<'e> {
            task: Option<Box<RawValue>>,
            rounds_completed: u32,
            error: Option<&'e str>,
            emails: &'e [Mail],
            final_assistant_calendar: Option<Box<RawValue>>,
            final_requestor_calendar: Option<Box<RawValue>>,
            assistant_context: &'e [Message],
            requestor_context: &'e [Message],
            assistant_tools: serde_json::Value,
            requestor_tools: serde_json::Value,
            max_rounds_reached: bool,
        }
        let calendar = |side| RawValue::from_string(meetings_json(&self.env.sorted_calendar(side))).ok();
        let execution = Execution {
            task: RawValue::from_string(self.task.to_json()).ok(),
            rounds_completed: self.round,
            error: self.error(),
            emails: self.env.mails(),
            final_assistant_calendar: calendar(CalendarSide::Assistant),
            final_requestor_calendar: calendar(CalendarSide::Requestor),
            assistant_context: self.assistant.context(),
            requestor_context: self.requestor.context(),
            assistant_tools: definitions(self.assistant.tools),
            requestor_tools: definitions(self.requestor.tools),
            max_rounds_reached: self.max_rounds_reached,
        };
        // All keys are texts and all numbers finite, so writing to memory cannot fail.
        serde_json::to_string(&execution).unwrap_or_default()
    }
}
