//! What agents read: events, calendars and address books as text, and the way back from text.

use std::fmt::Write as _;

use crate::record::ClockTime;
use crate::task::{AttendeeStatus, Contact, Meeting};

/// What an event in a mail says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// An invitation.
    Request,
    /// Another time is proposed.
    Counter,
    /// Agreed.
    Accepted,
    /// Refused.
    Declined,
}

impl EventKind {
    /// The word in the event's text.
    pub fn as_str(self) -> &'static str {
        match self {
            EventKind::Request => "REQUEST",
            EventKind::Counter => "COUNTER",
            EventKind::Accepted => "ACCEPTED",
            EventKind::Declined => "DECLINED",
        }
    }
}

const EVENT_RULE: &str = "--- event ---";
const FREE_RULE: &str = "--- free ---";
const END_RULE: &str = "---";

/// Minutes since midnight between which free time is shown.
const SHOWN_HOURS: (u16, u16) = (9 * 60, 17 * 60);

fn block(meeting: &Meeting<'_>) -> String {
    let Meeting { uid, title, description, organizer, date, start_time, end_time, attendees } = meeting;
    let mut text = format!(
        "{EVENT_RULE}\nUID: {uid}\nTitle: {title}\nDescription: {description}\nDate: {date}\n\
         Time: {start_time} - {end_time}\nOrganizer: {organizer}\nAttendees:\n"
    );
    for attendee in attendees {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  - {} ({})", attendee.email, attendee.status.as_str());
    }
    text.push_str(END_RULE);
    text
}

/// An event as mails carry it: kind, colon, block.
pub(super) fn event(kind: EventKind, meeting: &Meeting<'_>) -> String {
    format!("{}:\n{}", kind.as_str(), block(meeting))
}

fn free(from: u16, to: u16) -> String {
    let (hours, minutes) = ((to - from) / 60, (to - from) % 60);
    let hours = match hours {
        0 => String::new(),
        1 => "1 hour".to_owned(),
        hours => format!("{hours} hours"),
    };
    let minutes = if minutes == 0 { String::new() } else { format!("{minutes} minutes") };
    let gap = if hours.is_empty() || minutes.is_empty() { "" } else { " " };
    format!(
        "{FREE_RULE}\nTime: {:02}:{:02} - {:02}:{:02}\nDuration: {hours}{gap}{minutes}\n{END_RULE}",
        from / 60,
        from % 60,
        to / 60,
        to % 60
    )
}

/// A calendar by start time, with the free time within the shown hours. Meetings outside these
/// hours are listed, the time around them is not.
pub(super) fn meetings(calendar: &[Meeting<'_>]) -> String {
    let mut sorted: Vec<&Meeting<'_>> = calendar.iter().collect();
    sorted.sort_by_key(|meeting| meeting.start_time.minutes());
    let (open, close) = SHOWN_HOURS;
    let mut blocks = Vec::new();
    let mut reached = open;
    for meeting in sorted {
        let (start, end) = (meeting.start_time.minutes(), meeting.end_time.minutes());
        if start < close && end > open {
            if start > reached {
                blocks.push(free(reached, start));
            }
            reached = reached.max(end);
        }
        blocks.push(block(meeting));
    }
    if reached < close {
        blocks.push(free(reached, close));
    }
    blocks.join("\n\n")
}

/// An address book.
pub(super) fn contacts(contacts: &[Contact<'_>]) -> String {
    if contacts.is_empty() {
        return "Your address book is empty.".to_owned();
    }
    let lines: Vec<String> =
        contacts.iter().map(|contact| format!("- {} <{}>: {}", contact.name, contact.email, contact.note)).collect();
    format!("Address book:\n{}", lines.join("\n"))
}

/// An event read back from text: what an agent can know of a meeting from a mail or its calendar.
#[derive(Clone, Debug, PartialEq)]
pub struct EventBlock {
    /// What the mail says; none in a calendar listing.
    pub kind: Option<EventKind>,
    /// Identity.
    pub uid: String,
    /// Organizer's address.
    pub organizer: String,
    /// Day.
    pub date: String,
    /// Start.
    pub start: ClockTime<'static>,
    /// End.
    pub end: ClockTime<'static>,
    /// Addresses with their answers.
    pub attendees: Vec<(String, AttendeeStatus)>,
}

impl EventBlock {
    /// Every event in a text, in order: one in a mail, any number in a calendar listing.
    pub fn read_all(text: &str) -> Vec<EventBlock> {
        let mut events = Vec::new();
        let mut kind = None;
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(word) = line.strip_suffix(':') {
                let kinds = [EventKind::Request, EventKind::Counter, EventKind::Accepted, EventKind::Declined];
                kind = kinds.into_iter().find(|kind| kind.as_str() == word);
            }
            if line == EVENT_RULE {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != END_RULE).collect();
                events.extend(EventBlock::read(kind.take(), &body));
            }
        }
        events
    }

    fn read(kind: Option<EventKind>, lines: &[&str]) -> Option<EventBlock> {
        // Titles and descriptions may hold line breaks and anything else, so the lines after them
        // are looked for from the end.
        let list = lines.iter().rposition(|line| *line == "Attendees:")?;
        let field = |at: usize, name: &str| lines.get(list.checked_sub(at)?)?.strip_prefix(name);
        let organizer = field(1, "Organizer: ")?.to_owned();
        let (start, end) = field(2, "Time: ")?.split_once(" - ")?;
        let date = field(3, "Date: ")?.to_owned();
        let uid = lines.first()?.strip_prefix("UID: ")?.to_owned();
        let statuses = [AttendeeStatus::AwaitingResponse, AttendeeStatus::Accepted, AttendeeStatus::Declined];
        let attendees = lines[list + 1..]
            .iter()
            .filter_map(|line| {
                let (email, status) = line.strip_prefix("  - ")?.rsplit_once(" (")?;
                let status = status.strip_suffix(')')?;
                let status = statuses.into_iter().find(|known| known.as_str() == status)?;
                Some((email.to_owned(), status))
            })
            .collect();
        Some(EventBlock {
            kind,
            uid,
            organizer,
            date,
            start: ClockTime::new(start.to_owned())?,
            end: ClockTime::new(end.to_owned())?,
            attendees,
        })
    }

    /// The answer of an address, if it is on the list.
    pub fn status_of(&self, email: &str) -> Option<AttendeeStatus> {
        self.attendees.iter().find(|(known, _)| known == email).map(|(_, status)| *status)
    }
}
