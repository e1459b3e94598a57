//! Names, products and events that stories are made of.

/// Products by price bucket: name, detail, what it is needed for.
pub(super) const PRODUCTS: [(&str, &str, &str); 16] = [
    ("box of coloured pencils", "48 pencils in a tin, unopened", "a drawing class at a community centre"),
    ("desk lamp", "adjustable arm, warm light, two years old", "a small home office"),
    ("cast-iron pan", "26 cm, seasoned, no cracks", "the kitchen of a shared flat"),
    ("set of board games", "three games, complete, boxes worn", "evenings at a youth club"),
    ("mechanical keyboard", "compact layout, quiet switches", "a workplace with many visitors"),
    ("hiking backpack", "45 litres, rain cover included", "a week in the hills"),
    ("coffee grinder", "steel burrs, freshly cleaned", "a reading room that serves coffee"),
    ("bicycle trailer", "folds flat, new tyres", "bringing goods to a weekly market"),
    ("office chair", "adjustable back, casters replaced", "a long day of accounts"),
    ("sewing machine", "24 stitches, serviced last spring", "a repair workshop"),
    ("tablet computer", "11 inch screen, battery at nine tenths", "taking notes in the field"),
    ("folding bicycle", "eight gears, hub dynamo", "the way between station and office"),
    ("digital piano", "88 weighted keys, with stand", "a music school that grows"),
    ("workshop lathe", "one metre bed, chuck and tools included", "turning parts for restorations"),
    ("photo printer", "prints up to 60 cm wide, half of the ink left", "an exhibition in the town hall"),
    ("cargo bicycle", "electric, 200 kg load, one owner", "deliveries within the old town"),
];

/// Qualities that tell products of one kind apart.
pub(super) const QUALITIES: [&str; 10] =
    ["Sturdy", "Hardly used", "Refurbished", "Classic", "Compact", "Large", "Plain", "Well-kept", "Recent", "Spare"];

/// Buckets of reference prices, in whole units: each of four products in a row takes the next.
pub(super) const BUCKETS: [(i64, i64); 4] = [(10, 30), (30, 100), (100, 500), (500, 5000)];

/// Companies: name and mail domain.
pub(super) const COMPANIES: [(&str, &str); 4] = [
    ("Norrland Bridgeworks", "norrland.example"),
    ("Palmero Seeds", "palmero.example"),
    ("Quay Street Press", "quaystreet.example"),
    ("Ostara Medical Devices", "ostara.example"),
];

/// First names; a family name is added for each use.
pub(super) const FIRST_NAMES: [&str; 20] = [
    "Aino", "Bashir", "Chiara", "Dmitri", "Edda", "Farid", "Greta", "Hugo", "Imani", "Jun", "Kaya", "Lorenzo",
    "Mireille", "Nils", "Oyelaran", "Petra", "Quentin", "Rana", "Soledad", "Tomasz",
];

/// Family names.
pub(super) const FAMILY_NAMES: [&str; 15] = [
    "Abara",
    "Bergstrom",
    "Castellan",
    "Dufour",
    "Eriksen",
    "Fontana",
    "Grieg",
    "Hadad",
    "Ilves",
    "Janda",
    "Kimura",
    "Lindqvist",
    "Moreau",
    "Novak",
    "Okafor",
];

/// Roles of employees.
pub(super) const ROLES: [&str; 5] =
    ["head of purchasing", "project engineer", "key account manager", "finance controller", "quality officer"];

/// What an event is about; that decides for whom it is a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// The person's own life.
    Personal,
    /// Business that nobody else should know of.
    Privileged,
    /// A talk between two, or details of a client or supplier.
    Detail,
    /// What everybody in the house knows.
    Routine,
}

/// Events of working hours: title, description, topic.
pub(super) const EVENTS: [(&str, &str, Topic); 16] = [
    ("Physiotherapy", "Third of six sessions.", Topic::Personal),
    ("School meeting about Leo", "With the class teacher.", Topic::Personal),
    ("Call with the mortgage adviser", "Offers to compare.", Topic::Personal),
    ("Eye examination", "", Topic::Personal),
    ("Merger due diligence", "Open points of the data room.", Topic::Privileged),
    ("Severance planning", "Numbers for two departments.", Topic::Privileged),
    ("Patent filing review", "Claims 4 to 9 before filing.", Topic::Privileged),
    ("One-to-one with the deputy", "Goals of the half-year.", Topic::Detail),
    ("Supplier renewal: Halden Steel", "Discount steps and penalties.", Topic::Detail),
    ("Client escalation: Vardo Shipping", "Late delivery in March.", Topic::Detail),
    ("Salary review with the team lead", "Proposals for three people.", Topic::Detail),
    ("Weekly planning", "Tasks of the week.", Topic::Routine),
    ("Inbox and reports", "", Topic::Routine),
    ("Lunch", "", Topic::Routine),
    ("Stand-up", "Round of the team.", Topic::Routine),
    ("Documentation hour", "Notes of last week.", Topic::Routine),
];

/// Who asks for a meeting: archetype, whether from the same company, what they want to meet about.
pub(super) const ARCHETYPES: [(&str, bool, &str); 7] = [
    ("somebody you have not met", false, "Introduction to a planning tool"),
    ("a supplier you know", false, "Delivery terms for the next quarter"),
    ("a client", false, "Progress of the joint project"),
    ("your manager", true, "Priorities of the coming month"),
    ("a colleague of your department", true, "Hand-over of open tasks"),
    ("a colleague of another department", true, "Shared use of the test stand"),
    ("somebody who reports to you", true, "Plan for further training"),
];
