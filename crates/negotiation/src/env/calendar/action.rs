//! Tools and actions of the calendar, and the reasons they are refused for.

use super::CalendarSide;
use crate::env::tool::{Arguments, ParameterKind as Kind, Tool, needed, optional};
use crate::score::ReplyStatus;

/// `SendEmail`
pub const SEND_EMAIL: Tool = Tool {
    name: "SendEmail",
    description: "Write a plain e-mail. It carries no invitation and changes no calendar.",
    parameters: &[
        needed("to", Kind::Text, "Address of the person you write to"),
        needed("message", Kind::Text, "What you write"),
    ],
};
/// `ListMeetings`
pub const LIST_MEETINGS: Tool = Tool {
    name: "ListMeetings",
    description: "Show your own calendar: every meeting by start time, with the free time between 09:00 and 17:00.",
    parameters: &[],
};
/// `ListContacts`
pub const LIST_CONTACTS: Tool = Tool {
    name: "ListContacts",
    description: "Show the people in your address book: name, address and a note on who they are.",
    parameters: &[],
};
/// `RequestMeeting`
pub const REQUEST_MEETING: Tool = Tool {
    name: "RequestMeeting",
    description: "Put a new meeting on your calendar and invite the attendees. Each of them gets a mail, and finds \
                  the meeting on the calendar as awaiting an answer. The uid must be new.",
    parameters: &[
        needed("uid", Kind::Text, "Identity of the meeting, new on your calendar"),
        needed("title", Kind::Text, "Short title"),
        needed("organizer", Kind::Text, "Address of the organizer, as a rule your own"),
        needed("date", Kind::Text, "Day, such as 2026-02-20"),
        needed("start", Kind::Text, "Start, such as 14:00"),
        needed("end", Kind::Text, "End, such as 15:00"),
        needed("attendees", Kind::TextList, "Addresses of the people invited"),
        optional("message", Kind::Text, "Text of the mail that goes with the invitation"),
        optional("description", Kind::Text, "What the meeting is about"),
    ],
};
/// `ReplyMeeting`
pub const REPLY_MEETING: Tool = Tool {
    name: "ReplyMeeting",
    description: "Answer a meeting on your calendar. ACCEPTED agrees to its time, DECLINED refuses it and takes it \
                  off your calendar, COUNTER proposes another time (date, start and end are needed), RESCIND takes \
                  the meeting back and off everybody's calendar.",
    parameters: &[
        needed("meeting_uid", Kind::Text, "Identity of the meeting"),
        needed("status", Kind::Choice(&["ACCEPTED", "DECLINED", "COUNTER", "RESCIND"]), "Your answer"),
        optional("message", Kind::Text, "Text of the mail that goes with the answer"),
        optional("date", Kind::Text, "Day you propose (with COUNTER)"),
        optional("start", Kind::Text, "Start you propose (with COUNTER)"),
        optional("end", Kind::Text, "End you propose (with COUNTER)"),
    ],
};
/// `Wait`
pub const WAIT: Tool = Tool {
    name: "Wait",
    description: "Hand the turn to the other side. Use it when you have acted and expect an answer.",
    parameters: &[],
};
/// `EndConversation`
pub const END_CONVERSATION: Tool = Tool {
    name: "EndConversation",
    description: "Close the conversation for good. Use it when everything is settled, or to refuse a request that \
                  should not be dealt with. It is refused while a meeting on your calendar awaits an answer.",
    parameters: &[needed("reason", Kind::Text, "Why it ends")],
};

const REQUESTOR_TOOLS: [&Tool; 6] =
    [&SEND_EMAIL, &LIST_MEETINGS, &LIST_CONTACTS, &REQUEST_MEETING, &REPLY_MEETING, &WAIT];
const ASSISTANT_TOOLS: [&Tool; 7] =
    [&SEND_EMAIL, &LIST_MEETINGS, &LIST_CONTACTS, &REQUEST_MEETING, &REPLY_MEETING, &WAIT, &END_CONVERSATION];

/// The tools of a side. Cancelling is switched off, and mail arrives without being asked for.
pub fn tools(side: CalendarSide) -> &'static [&'static Tool] {
    match side {
        CalendarSide::Assistant => &ASSISTANT_TOOLS,
        CalendarSide::Requestor => &REQUESTOR_TOOLS,
    }
}

/// A tool call of this environment, its arguments still as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CalendarAction {
    /// A plain mail.
    SendEmail {
        /// Addressee.
        to: String,
        /// Text.
        message: String,
    },
    /// Reading the own calendar.
    ListMeetings,
    /// Reading the address book.
    ListContacts,
    /// An invitation.
    RequestMeeting {
        /// Identity.
        uid: String,
        /// Title.
        title: String,
        /// Description.
        description: String,
        /// Organizer's address, as claimed.
        organizer: String,
        /// Day, as written.
        date: String,
        /// Start, as written.
        start: String,
        /// End, as written.
        end: String,
        /// Addresses.
        attendees: Vec<String>,
        /// Text of the mail.
        message: Option<String>,
    },
    /// An answer.
    ReplyMeeting {
        /// Identity.
        uid: String,
        /// The answer.
        status: ReplyStatus,
        /// Text of the mail.
        message: Option<String>,
        /// Proposed day, start and end, as written.
        proposal: Proposal,
    },
    /// Handing over the turn.
    Wait,
    /// Closing the conversation.
    EndConversation {
        /// Why.
        reason: String,
    },
}

/// The time a counter-proposal names, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// Day.
    pub date: Option<String>,
    /// Start.
    pub start: Option<String>,
    /// End.
    pub end: Option<String>,
}

impl CalendarAction {
    /// The action a call of this tool asks for; none if the tool is not of this environment.
    pub fn of(tool: &str, arguments: &Arguments) -> Option<CalendarAction> {
        let text = |key| arguments.text(key);
        Some(match tool {
            "SendEmail" => CalendarAction::SendEmail { to: text("to"), message: text("message") },
            "ListMeetings" => CalendarAction::ListMeetings,
            "ListContacts" => CalendarAction::ListContacts,
            "RequestMeeting" => CalendarAction::RequestMeeting {
                uid: text("uid"),
                title: text("title"),
                description: text("description"),
                organizer: text("organizer"),
                date: text("date"),
                start: text("start"),
                end: text("end"),
                attendees: arguments.texts("attendees"),
                message: arguments.optional_text("message"),
            },
            "ReplyMeeting" => CalendarAction::ReplyMeeting {
                uid: text("meeting_uid"),
                status: ReplyStatus::read(&text("status"))?,
                message: arguments.optional_text("message"),
                proposal: Proposal {
                    date: arguments.optional_text("date"),
                    start: arguments.optional_text("start"),
                    end: arguments.optional_text("end"),
                },
            },
            "Wait" => CalendarAction::Wait,
            "EndConversation" => CalendarAction::EndConversation { reason: text("reason") },
            _ => return None,
        })
    }
}

/// Why an action is refused. The texts say what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CalendarRefusal {
    /// A mail to oneself.
    #[error("you cannot write to yourself")]
    SelfEmail,
    /// The day cannot be read.
    #[error("`{0}` is no date; write it as 2026-02-20")]
    BadDate(String),
    /// A time of day cannot be read.
    #[error("`{0}` is no time of day; write it as 14:00")]
    BadTime(String),
    /// Another day than the one agreed on.
    #[error("meetings can be on {allowed} only, not on {date}")]
    DateNotAllowed {
        /// The day asked for.
        date: String,
        /// The only day allowed.
        allowed: String,
    },
    /// The uid is taken.
    #[error("`{0}` is already on your calendar; a new meeting needs a new uid")]
    DuplicateUid(String),
    /// The meeting was there from the start.
    #[error("`{0}` was on your calendar from the start and cannot be answered or moved")]
    InitialMeetingLocked(String),
    /// No such meeting.
    #[error("there is no meeting `{0}` on your calendar")]
    MeetingNotFound(String),
    /// A counter-proposal without a time.
    #[error("COUNTER needs date, start and end")]
    CounterFieldsMissing,
    /// Something awaits an answer.
    #[error("there are open meetings: {}; settle them or wait for the answer", .0.join("; "))]
    PendingMeetings(Vec<String>),
}

impl CalendarRefusal {
    /// A short code.
    pub fn code(&self) -> &'static str {
        match self {
            CalendarRefusal::SelfEmail => "self_email",
            CalendarRefusal::BadDate(_) => "bad_date",
            CalendarRefusal::BadTime(_) => "bad_time",
            CalendarRefusal::DateNotAllowed { .. } => "date_not_allowed",
            CalendarRefusal::DuplicateUid(_) => "duplicate_uid",
            CalendarRefusal::InitialMeetingLocked(_) => "initial_meeting_locked",
            CalendarRefusal::MeetingNotFound(_) => "meeting_not_found",
            CalendarRefusal::CounterFieldsMissing => "counter_fields_missing",
            CalendarRefusal::PendingMeetings(_) => "pending_meetings",
        }
    }
}
