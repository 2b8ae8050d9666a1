/**
 * A client acts for a person through these JSON routes, as a Telegram app does.
 * - Times are in Unix seconds. If the name ends in `_ms`, they are in milliseconds.
 * - Offsets of entities are in UTF-16 units, as in the Bot API.
 * - A refused request has a 4xx status and a `PersonError` as its body.
 */
export type * from "./protocol/inspection.ts";
export type * from "./protocol/requests.ts";
export type * from "./protocol/views.ts";
