//! The calendar environment: one calendar per side, one mail log for both.

mod action;

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::listing::{self, EventKind};
use super::moment::{read_date, read_time};
use super::{Done, Flow};
pub use action::{
    CalendarAction, CalendarRefusal, END_CONVERSATION, LIST_CONTACTS, LIST_MEETINGS, Proposal, REPLY_MEETING,
    REQUEST_MEETING, SEND_EMAIL, WAIT, tools,
};

use crate::record::{ClockTime, IntoStatic, Text};
use crate::score::ReplyStatus;
use crate::task::{Attendee, AttendeeStatus, CalendarTask, Contact, LabeledMeeting, Meeting};

/// The two participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CalendarSide {
    /// Keeps the calendar that is evaluated.
    Assistant,
    /// Wants a meeting.
    Requestor,
}

impl CalendarSide {
    /// The name in files.
    pub fn as_str(self) -> &'static str {
        match self {
            CalendarSide::Assistant => "assistant",
            CalendarSide::Requestor => "requestor",
        }
    }

    /// The counterpart.
    pub fn other(self) -> CalendarSide {
        match self {
            CalendarSide::Assistant => CalendarSide::Requestor,
            CalendarSide::Requestor => CalendarSide::Assistant,
        }
    }
}

/// Why a task cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Both sides have one address, so that mail cannot be told apart.
    #[error("assistant and requestor share the address {0}")]
    SameAddress(String),
    /// The requestor has no name.
    #[error("the requestor has no name; a task needs one to be played")]
    RequestorWithoutName,
    /// The requested day cannot be read.
    #[error("the requested meeting's day `{0}` is no date")]
    BadDate(String),
    /// A number of rounds or steps is 0.
    #[error("an episode needs at least one round and one step per turn")]
    NoRounds,
}

/// A mail in the common log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mail {
    /// Sender.
    #[serde(rename = "from_")]
    pub from: String,
    /// Addressee.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Text.
    pub body: Option<String>,
    /// The invitation or answer it carries, as text (see [`EventBlock`](super::EventBlock)).
    pub event: Option<String>,
}

struct Participant {
    email: String,
    /// In order of insertion; an overwritten meeting keeps its place.
    calendar: Vec<Meeting<'static>>,
    /// Uids that were there from the start.
    locked: BTreeSet<String>,
    /// How much of the mail log this side has read.
    read: usize,
}

impl Participant {
    fn new(email: &str, calendar: &[LabeledMeeting<'_>]) -> Participant {
        let mut participant =
            Participant { email: email.to_owned(), calendar: Vec::new(), locked: BTreeSet::new(), read: 0 };
        for event in calendar {
            participant.locked.insert(event.uid.to_string());
            participant.put(event.clone().into_static().without_labels());
        }
        participant
    }

    fn meeting(&self, uid: &str) -> Option<&Meeting<'static>> {
        self.calendar.iter().find(|meeting| meeting.uid == uid)
    }

    fn put(&mut self, meeting: Meeting<'static>) {
        match self.calendar.iter_mut().find(|known| known.uid == *meeting.uid) {
            Some(place) => *place = meeting,
            None => self.calendar.push(meeting),
        }
    }

    fn remove(&mut self, uid: &str) {
        self.calendar.retain(|meeting| meeting.uid != uid);
    }

    fn answer(&mut self, uid: &str, email: &str, status: AttendeeStatus) {
        if let Some(meeting) = self.calendar.iter_mut().find(|meeting| meeting.uid == uid) {
            for attendee in meeting.attendees.iter_mut().filter(|attendee| attendee.email == email) {
                attendee.status = status;
            }
        }
    }
}

/// The state of a calendar episode.
pub struct CalendarEnv {
    assistant: Participant,
    requestor: Participant,
    contacts: Vec<Contact<'static>>,
    allowed_date: String,
    mails: Vec<Mail>,
}

impl CalendarEnv {
    /// The task's calendars without their labels, and an empty mail log.
    pub fn new(task: &CalendarTask<'_>) -> Result<CalendarEnv, SetupError> {
        let (assistant, requestor) = (&task.assistant, &task.requestor);
        if assistant.email == *requestor.email {
            return Err(SetupError::SameAddress(assistant.email.to_string()));
        }
        let date = &requestor.requested_meeting.date;
        Ok(CalendarEnv {
            assistant: Participant::new(&assistant.email, &assistant.calendar),
            requestor: Participant::new(&requestor.email, &requestor.calendar),
            contacts: assistant.contacts.clone().into_static(),
            allowed_date: read_date(date).ok_or_else(|| SetupError::BadDate(date.to_string()))?,
            mails: Vec::new(),
        })
    }

    fn participant(&self, side: CalendarSide) -> &Participant {
        match side {
            CalendarSide::Assistant => &self.assistant,
            CalendarSide::Requestor => &self.requestor,
        }
    }

    fn participant_mut(&mut self, side: CalendarSide) -> &mut Participant {
        match side {
            CalendarSide::Assistant => &mut self.assistant,
            CalendarSide::Requestor => &mut self.requestor,
        }
    }

    /// The side with this address; others have no calendar here.
    fn owner(&mut self, email: &str) -> Option<&mut Participant> {
        [&mut self.assistant, &mut self.requestor].into_iter().find(|participant| participant.email == email)
    }

    /// A side's address.
    pub fn email(&self, side: CalendarSide) -> &str {
        &self.participant(side).email
    }

    /// A side's calendar, in order of insertion.
    pub fn calendar(&self, side: CalendarSide) -> &[Meeting<'static>] {
        &self.participant(side).calendar
    }

    /// A side's calendar by date, start and end.
    pub fn sorted_calendar(&self, side: CalendarSide) -> Vec<Meeting<'static>> {
        let mut calendar = self.calendar(side).to_vec();
        calendar.sort_by(|a, b| {
            let key = |meeting: &Meeting<'_>| (meeting.start_time.minutes(), meeting.end_time.minutes());
            a.date.cmp(&b.date).then(key(a).cmp(&key(b)))
        });
        calendar
    }

    /// The mail log of both sides.
    pub fn mails(&self) -> &[Mail] {
        &self.mails
    }

    /// How many entries of the log a side has read.
    pub fn read_until(&self, side: CalendarSide) -> usize {
        self.participant(side).read
    }

    /// Hands a side the mail addressed to it since it last looked.
    pub fn take_unread(&mut self, side: CalendarSide) -> Vec<Mail> {
        let end = self.mails.len();
        let participant = self.participant_mut(side);
        let start = std::mem::replace(&mut participant.read, end);
        let email = participant.email.clone();
        self.mails[start..].iter().filter(|mail| mail.to == email).cloned().collect()
    }

    /// Carries out an action of a side, or says why not (and changes nothing).
    pub fn act(&mut self, side: CalendarSide, action: &CalendarAction) -> Result<Done, CalendarRefusal> {
        match action {
            CalendarAction::SendEmail { to, message } => self.send_email(side, to, message),
            CalendarAction::ListMeetings => Ok(Done::and_continue(listing::meetings(self.calendar(side)))),
            CalendarAction::ListContacts => {
                let contacts: &[Contact<'_>] = match side {
                    CalendarSide::Assistant => &self.contacts,
                    CalendarSide::Requestor => &[],
                };
                Ok(Done::and_continue(listing::contacts(contacts)))
            }
            CalendarAction::RequestMeeting { .. } => self.request(side, action),
            CalendarAction::ReplyMeeting { uid, status, message, proposal } => {
                self.reply(side, uid, *status, message.clone(), proposal)
            }
            CalendarAction::Wait => Ok(Done { text: "The other side has the turn.".to_owned(), flow: Flow::EndTurn }),
            CalendarAction::EndConversation { reason } => self.end(side, reason),
        }
    }

    fn send_email(&mut self, side: CalendarSide, to: &str, message: &str) -> Result<Done, CalendarRefusal> {
        let from = self.email(side).to_owned();
        if from == to {
            return Err(CalendarRefusal::SelfEmail);
        }
        self.mail(&from, to, "Message".to_owned(), Some(message.to_owned()), None);
        Ok(Done::and_continue(format!("Mail sent to {to}.")))
    }

    fn mail(&mut self, from: &str, to: &str, subject: String, body: Option<String>, event: Option<String>) {
        self.mails.push(Mail { from: from.to_owned(), to: to.to_owned(), subject, body, event });
    }

    /// Day, start and end in their stored form, if they can be read and the day is allowed.
    fn read_moment(
        &self,
        date: &str,
        start: &str,
        end: &str,
    ) -> Result<(String, ClockTime<'static>, ClockTime<'static>), CalendarRefusal> {
        let time = |text: &str| {
            read_time(text).and_then(ClockTime::new).ok_or_else(|| CalendarRefusal::BadTime(text.to_owned()))
        };
        let day = read_date(date).ok_or_else(|| CalendarRefusal::BadDate(date.to_owned()))?;
        let (start, end) = (time(start)?, time(end)?);
        if day != self.allowed_date {
            return Err(CalendarRefusal::DateNotAllowed { date: day, allowed: self.allowed_date.clone() });
        }
        Ok((day, start, end))
    }

    fn request(&mut self, side: CalendarSide, action: &CalendarAction) -> Result<Done, CalendarRefusal> {
        let CalendarAction::RequestMeeting { uid, title, description, organizer, date, start, end, attendees, message } =
            action
        else {
            return Ok(Done::and_continue(String::new()));
        };
        let (date, start_time, end_time) = self.read_moment(date, start, end)?;
        if self.participant(side).meeting(uid).is_some() {
            return Err(CalendarRefusal::DuplicateUid(uid.clone()));
        }
        let mut invited: Vec<&String> = Vec::with_capacity(attendees.len() + 1);
        if !attendees.contains(organizer) {
            invited.push(organizer);
        }
        invited.extend(attendees);
        let status_of = |email: &String| {
            if email == organizer { AttendeeStatus::Accepted } else { AttendeeStatus::AwaitingResponse }
        };
        let meeting = Meeting {
            uid: Text::from(uid.clone()),
            title: Text::from(title.clone()),
            description: Text::from(description.clone()),
            organizer: Text::from(organizer.clone()),
            date: Text::from(date),
            start_time,
            end_time,
            attendees: invited
                .iter()
                .map(|email| Attendee { email: Text::from((*email).clone()), status: status_of(email) })
                .collect(),
        };
        let caller = self.email(side).to_owned();
        self.participant_mut(side).put(meeting.clone());
        let event = listing::event(EventKind::Request, &meeting);
        for email in invited.into_iter().filter(|email| **email != caller) {
            let subject = format!("Meeting Request: {title}");
            self.mail(&caller, email, subject, message.clone(), Some(event.clone()));
            if let Some(owner) = self.owner(email) {
                owner.put(meeting.clone());
            }
        }
        Ok(Done::and_continue(format!("Invitation {uid} sent.")))
    }

    fn reply(
        &mut self,
        side: CalendarSide,
        uid: &str,
        status: ReplyStatus,
        message: Option<String>,
        proposal: &Proposal,
    ) -> Result<Done, CalendarRefusal> {
        let caller = self.participant(side);
        if caller.locked.contains(uid) {
            return Err(CalendarRefusal::InitialMeetingLocked(uid.to_owned()));
        }
        let Some(meeting) = caller.meeting(uid).cloned() else {
            return Err(CalendarRefusal::MeetingNotFound(uid.to_owned()));
        };
        match status {
            ReplyStatus::Rescind => Ok(self.rescind(side, &meeting, message)),
            ReplyStatus::Counter => self.counter(side, meeting, message, proposal),
            ReplyStatus::Accepted => {
                Ok(self.answer(side, &meeting, message, EventKind::Accepted, AttendeeStatus::Accepted))
            }
            ReplyStatus::Declined => {
                Ok(self.answer(side, &meeting, message, EventKind::Declined, AttendeeStatus::Declined))
            }
        }
    }

    fn rescind(&mut self, side: CalendarSide, meeting: &Meeting<'static>, message: Option<String>) -> Done {
        let caller = self.email(side).to_owned();
        self.participant_mut(side).remove(&meeting.uid);
        let body = message.unwrap_or_else(|| format!("The meeting {} is taken back.", meeting.title));
        let mut told: Vec<String> = vec![caller.clone()];
        for email in meeting.attendees.iter().map(|attendee| &attendee.email).chain([&meeting.organizer]) {
            if told.iter().any(|known| email == known.as_str()) {
                continue;
            }
            told.push(email.to_string());
            if let Some(owner) = self.owner(email) {
                owner.remove(&meeting.uid);
                let subject = format!("Meeting Withdrawn: {}", meeting.title);
                self.mail(&caller, email, subject, Some(body.clone()), None);
            }
        }
        Done::and_continue(format!("Meeting {} is taken back and off all calendars.", meeting.uid))
    }

    fn counter(
        &mut self,
        side: CalendarSide,
        mut meeting: Meeting<'static>,
        message: Option<String>,
        proposal: &Proposal,
    ) -> Result<Done, CalendarRefusal> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let (Some(date), Some(start), Some(end)) =
            (given(&proposal.date), given(&proposal.start), given(&proposal.end))
        else {
            return Err(CalendarRefusal::CounterFieldsMissing);
        };
        let (date, start_time, end_time) = self.read_moment(&date, &start, &end)?;
        let caller = self.email(side).to_owned();
        meeting.date = Text::from(date);
        meeting.start_time = start_time;
        meeting.end_time = end_time;
        for attendee in &mut meeting.attendees {
            attendee.status = if attendee.email == caller.as_str() {
                AttendeeStatus::Accepted
            } else {
                AttendeeStatus::AwaitingResponse
            };
        }
        self.participant_mut(side).put(meeting.clone());
        let others = other_attendees(&meeting, &caller);
        for email in &others {
            if let Some(owner) = self.owner(email) {
                owner.put(meeting.clone());
            }
        }
        self.mail_event(&caller, &others, &meeting, message, EventKind::Counter);
        Ok(Done::and_continue(format!(
            "Proposed {} on {}, {} to {}.",
            meeting.uid, meeting.date, meeting.start_time, meeting.end_time
        )))
    }

    fn answer(
        &mut self,
        side: CalendarSide,
        meeting: &Meeting<'static>,
        message: Option<String>,
        kind: EventKind,
        status: AttendeeStatus,
    ) -> Done {
        let caller = self.email(side).to_owned();
        let others = other_attendees(meeting, &caller);
        let organizer = meeting.organizer.to_string();
        for email in others.iter().chain([&organizer]) {
            if let Some(owner) = self.owner(email) {
                owner.answer(&meeting.uid, &caller, status);
            }
        }
        // The mail shows the caller's copy before it changes, which for the organizer it has.
        let shown = self.participant(side).meeting(&meeting.uid).unwrap_or(meeting).clone();
        self.mail_event(&caller, &others, &shown, message, kind);
        let own = self.participant_mut(side);
        match status {
            AttendeeStatus::Declined => own.remove(&meeting.uid),
            _ => own.answer(&meeting.uid, &caller, status),
        }
        Done::and_continue(format!(
            "{} {} on {}, {} to {}.",
            kind.as_str(),
            meeting.uid,
            meeting.date,
            meeting.start_time,
            meeting.end_time
        ))
    }

    /// Mails an event: from the organizer to all other attendees, from anybody else to the organizer.
    fn mail_event(
        &mut self,
        caller: &str,
        others: &[String],
        meeting: &Meeting<'_>,
        message: Option<String>,
        kind: EventKind,
    ) {
        let organizer = meeting.organizer.to_string();
        let addressees: Vec<&String> =
            if meeting.organizer == caller { others.iter().collect() } else { vec![&organizer] };
        let subject = match kind {
            EventKind::Counter => format!("Counter-Proposal: {}", meeting.title),
            _ => format!("Meeting {}: {}", kind.as_str(), meeting.title),
        };
        let event = listing::event(kind, meeting);
        for to in addressees {
            self.mail(caller, to, subject.clone(), message.clone(), Some(event.clone()));
        }
    }

    fn end(&mut self, side: CalendarSide, reason: &str) -> Result<Done, CalendarRefusal> {
        let own = self.participant(side);
        let open: Vec<String> = own.calendar.iter().filter_map(|meeting| open_matter(meeting, &own.email)).collect();
        if open.is_empty() {
            let text = format!("The conversation is closed: {reason}");
            Ok(Done { text, flow: Flow::EndEpisode })
        } else {
            Err(CalendarRefusal::PendingMeetings(open))
        }
    }
}

/// What keeps a conversation from being closed, in words.
fn open_matter(meeting: &Meeting<'_>, own: &str) -> Option<String> {
    let status =
        |email: &str| meeting.attendees.iter().find(|attendee| attendee.email == email).map(|attendee| attendee.status);
    let Meeting { uid, title, .. } = meeting;
    match (status(own)?, status(&meeting.organizer)) {
        (AttendeeStatus::AwaitingResponse, _) => Some(format!("{title} ({uid}) awaits your answer")),
        (AttendeeStatus::Accepted, Some(AttendeeStatus::AwaitingResponse)) => {
            Some(format!("{title} ({uid}) awaits the organizer's answer to your proposal, which you may RESCIND"))
        }
        _ => None,
    }
}

fn other_attendees(meeting: &Meeting<'_>, caller: &str) -> Vec<String> {
    let others = meeting.attendees.iter().filter(|attendee| attendee.email != caller);
    others.map(|attendee| attendee.email.to_string()).collect()
}

/// The unread mail as the agent is shown it: a JSON list, `[]` for none.
pub fn unread_json(mails: &[Mail]) -> String {
    let list: Vec<Value> = mails
        .iter()
        .map(|mail| {
            serde_json::json!({
                "from_": mail.from, "to": mail.to, "subject": mail.subject, "body": mail.body, "event": mail.event,
            })
        })
        .collect();
    Value::Array(list).to_string()
}
