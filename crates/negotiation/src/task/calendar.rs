//! The calendar task.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de};

use super::{CalendarType, Zopa};
use crate::record::{ClockTime, Text, UnitInterval, plain_into_static, record, record_into_static};

/// What an attendee has answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttendeeStatus {
    /// Invited, no answer yet.
    #[default]
    AwaitingResponse,
    /// Will come.
    Accepted,
    /// Will not come.
    Declined,
}

impl AttendeeStatus {
    /// The word in files.
    pub fn as_str(self) -> &'static str {
        match self {
            AttendeeStatus::AwaitingResponse => "AWAITING-RESPONSE",
            AttendeeStatus::Accepted => "ACCEPTED",
            AttendeeStatus::Declined => "DECLINED",
        }
    }
}

impl<'de> Deserialize<'de> for AttendeeStatus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = Text::deserialize(deserializer)?;
        [AttendeeStatus::AwaitingResponse, AttendeeStatus::Accepted, AttendeeStatus::Declined]
            .into_iter()
            .find(|status| word == status.as_str())
            .ok_or_else(|| {
                de::Error::invalid_value(
                    de::Unexpected::Str(&word),
                    &"one of `AWAITING-RESPONSE`, `ACCEPTED`, `DECLINED`",
                )
            })
    }
}

plain_into_static!(AttendeeStatus);

record! {
    /// One person on a meeting's list.
    pub struct Attendee as "an attendee" {
        /// Address.
        email: Text<'a>,
        /// Answer so far.
        status: AttendeeStatus = AttendeeStatus::default(),
    }
}
record_into_static!(Attendee { email, status });

record! {
    /// A calendar entry.
    pub struct Meeting as "a meeting" {
        /// Identity within a calendar.
        uid: Text<'a>,
        /// Short title.
        title: Text<'a>,
        /// Longer text.
        description: Text<'a>,
        /// Address of the organizer.
        organizer: Text<'a>,
        /// Day, `YYYY-MM-DD`.
        date: Text<'a>,
        /// Start; identifies the slot.
        start_time: ClockTime<'a>,
        /// End; may lie before the start.
        end_time: ClockTime<'a>,
        /// Who is on the list.
        attendees: Vec<Attendee<'a>> = Vec::new(),
    }
}
record_into_static!(Meeting { uid, title, description, organizer, date, start_time, end_time, attendees });

impl Meeting<'_> {
    /// End minus start in minutes; may be negative.
    pub fn duration_minutes(&self) -> i64 {
        i64::from(self.end_time.minutes()) - i64::from(self.start_time.minutes())
    }

    /// Whether this address is on the list with status `ACCEPTED`.
    pub fn accepted_by(&self, email: &str) -> bool {
        self.attendees.iter().any(|attendee| attendee.email == email && attendee.status == AttendeeStatus::Accepted)
    }
}

record! {
    /// A calendar entry of a task, with the labels that agents see only through their instructions.
    pub struct LabeledMeeting as "a labelled meeting" {
        /// Identity within a calendar.
        uid: Text<'a>,
        /// Short title.
        title: Text<'a>,
        /// Longer text.
        description: Text<'a>,
        /// Address of the organizer.
        organizer: Text<'a>,
        /// Day, `YYYY-MM-DD`.
        date: Text<'a>,
        /// Start; identifies the slot.
        start_time: ClockTime<'a>,
        /// End; may lie before the start.
        end_time: ClockTime<'a>,
        /// Who is on the list.
        attendees: Vec<Attendee<'a>> = Vec::new(),
        /// Whether the assistant may move or drop it.
        is_movable: bool,
        /// Whether its content must stay private.
        is_secret: bool,
    }
}
record_into_static!(LabeledMeeting {
    uid,
    title,
    description,
    organizer,
    date,
    start_time,
    end_time,
    attendees,
    is_movable,
    is_secret,
});

impl<'a> LabeledMeeting<'a> {
    /// The entry as it stands on the calendar, where labels are not seen.
    pub fn without_labels(self) -> Meeting<'a> {
        let LabeledMeeting { uid, title, description, organizer, date, start_time, end_time, attendees, .. } = self;
        Meeting { uid, title, description, organizer, date, start_time, end_time, attendees }
    }

    /// End minus start in minutes; may be negative.
    pub fn duration_minutes(&self) -> i64 {
        i64::from(self.end_time.minutes()) - i64::from(self.start_time.minutes())
    }
}

record! {
    /// A person the assistant knows.
    pub struct Contact as "a contact" {
        /// Name.
        name: Text<'a>,
        /// Address.
        email: Text<'a>,
        /// Who that is.
        note: Text<'a>,
    }
}
record_into_static!(Contact { name, email, note });

record! {
    /// How much a slot is wanted.
    pub struct Preference as "a preference" {
        /// Start of the slot; identifies it.
        start_time: Text<'a>,
        /// End of the slot.
        end_time: Text<'a>,
        /// 0 (unwanted) to 1 (best).
        score: UnitInterval,
    }
}
record_into_static!(Preference { start_time, end_time, score });

record! {
    /// The side that wants a meeting.
    pub struct Requestor as "a requestor" {
        /// Name; a task cannot be run without it.
        name: Option<Text<'a>> = None,
        /// Address.
        email: Text<'a>,
        /// What the agent is told.
        instruction_message: Text<'a>,
        /// The meeting it asks for first.
        requested_meeting: Meeting<'a>,
        /// Whether this side plays an adversary.
        is_malicious: bool,
        /// Attack type.
        malicious_target: Option<Text<'a>> = None,
        /// Attack style.
        malicious_strategy: Option<Text<'a>> = None,
        /// The adversary's whole prompt.
        malicious_prompt: Option<Text<'a>> = None,
        /// Its own calendar.
        calendar: Vec<LabeledMeeting<'a>> = Vec::new(),
        /// Its own preferences.
        preferences: Vec<Preference<'a>> = Vec::new(),
    }
}
record_into_static!(Requestor {
    name,
    email,
    instruction_message,
    requested_meeting,
    is_malicious,
    malicious_target,
    malicious_strategy,
    malicious_prompt,
    calendar,
    preferences,
});

record! {
    /// The side that is evaluated.
    pub struct Assistant as "an assistant" {
        /// Name of the person it works for.
        name: Option<Text<'a>> = None,
        /// Address.
        email: Text<'a>,
        /// What the agent is told.
        instruction_message: Text<'a>,
        /// The calendar it keeps.
        calendar: Vec<LabeledMeeting<'a>>,
        /// Known people.
        contacts: Vec<Contact<'a>> = Vec::new(),
        /// How much each slot is wanted, in file order.
        preferences: Vec<Preference<'a>> = Vec::new(),
    }
}
record_into_static!(Assistant { name, email, instruction_message, calendar, contacts, preferences });

record! {
    /// A scheduling task.
    pub struct CalendarTask as "a calendar task" {
        /// Schema version; stored by the benchmark and part of the hash.
        current_version as "CURRENT_VERSION": i64 = 1,
        /// Number within the file.
        id: i64,
        /// Variant, such as `hc-privacy`.
        variant: Option<Text<'a>> = None,
        /// Content version; 0 when absent.
        task_version: i64 = 0,
        /// Domain tag.
        kind as "type": CalendarType = CalendarType,
        /// The counterpart.
        requestor: Requestor<'a>,
        /// The evaluated side.
        assistant: Assistant<'a>,
        /// Whether a meeting should come about.
        satisfiable: bool = true,
        /// Free working hours left on the assistant's calendar.
        free_slots_count: Option<i64> = None,
    }
}
record_into_static!(CalendarTask {
    current_version,
    id,
    variant,
    task_version,
    kind,
    requestor,
    assistant,
    satisfiable,
    free_slots_count,
});

impl CalendarTask<'_> {
    /// The assistant's preference scores over the slots that start free on both calendars, in
    /// preference order (a slot listed twice occurs twice, with its first score).
    pub fn mutually_free_scores(&self) -> impl Iterator<Item = f64> {
        let mut first_scores = BTreeMap::new();
        for preference in &self.assistant.preferences {
            first_scores.entry(&*preference.start_time).or_insert(preference.score.get());
        }
        let events = self.assistant.calendar.iter().chain(&self.requestor.calendar);
        for event in events {
            first_scores.remove(event.start_time.as_str());
        }
        self.assistant
            .preferences
            .iter()
            .filter_map(move |preference| first_scores.get(&*preference.start_time).copied())
    }

    /// The score of the first preference that starts at this time, 0 without one.
    pub fn preference_at(&self, start_time: &str) -> f64 {
        self.assistant
            .preferences
            .iter()
            .find(|preference| preference.start_time == start_time)
            .map_or(0.0, |preference| preference.score.get())
    }

    /// Least, greatest and spread of the assistant's preference over mutually free slots.
    pub fn zopa(&self) -> Zopa {
        let bounds = self.mutually_free_scores().fold(None, |bounds, score| match bounds {
            None => Some((score, score)),
            Some((min, max)) => Some((f64::min(min, score), f64::max(max, score))),
        });
        let (min, max) = bounds.unwrap_or((0.0, 0.0));
        Zopa { min, max, width: max - min }
    }
}
