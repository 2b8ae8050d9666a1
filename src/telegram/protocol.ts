/**
 * The person's side of the local Telegram as JSON over HTTP. It offers the data and actions of a client on a phone.
 * Times are Unix seconds, or milliseconds if the name ends in `_ms`. Entity offsets are in UTF-16 units, as in the Bot
 * API. Every refusal is a `PersonError` with a 4xx status.
 */
export type * from "./protocol/inspection.ts";
export type * from "./protocol/requests.ts";
export type * from "./protocol/views.ts";
