import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Refusal } from "../actions/index.ts";

/** The reasons of the door itself, before an operation runs. */
export type DoorCode = "unauthorized" | "rate_limited" | "validation_error" | "internal_error";

interface Explained {
	status: number;
	message: string;
}

/** What each error code of a program means, with its HTTP status. docs/programs.md lists them. */
export const refusalTexts: Readonly<Record<Refusal | DoorCode, Explained>> = {
	unauthorized: { status: 401, message: "The token is missing or unknown. Ask the owner for one: Account, Programs." },
	ended: {
		status: 403,
		message: "The owner stopped this program, or its mandate has ended. Ask the owner for a new token.",
	},
	not_allowed: { status: 403, message: "The mandate does not allow this. Call explain to see what it allows." },
	outside: { status: 403, message: "The mandate does not cover this domain. Call explain to see what it covers." },
	over_order: { status: 403, message: "The price is above the mandate's sum for one order." },
	over_day: { status: 403, message: "The price is above what the mandate has left today (UTC)." },
	frozen: { status: 403, message: "The owner has frozen new orders for this account or domain." },
	not_yours: { status: 404, message: "The account does not have this domain." },
	not_found: { status: 404, message: "There is no proposal with this key." },
	too_many_open: { status: 409, message: "Five proposals wait for the owner. Wait until one is decided." },
	key_reused: { status: 409, message: "This key belongs to another order. Choose a new key." },
	in_progress: { status: 409, message: "A call with this key is running. Call proposal_status." },
	already_quoted: { status: 409, message: "The owner has an open quote for this domain." },
	busy: { status: 409, message: "Another order for this domain is in progress." },
	not_available: { status: 409, message: "The name is taken." },
	not_sold: { status: 422, message: "The registrar does not sell this TLD." },
	no_price: { status: 422, message: "The registrar did not report a price." },
	too_long: { status: 422, message: "The renewal would exceed the longest term." },
	nothing_to_change: { status: 422, message: "The domain is already in this state." },
	invalid: { status: 422, message: "The name, the records or the nameservers are not correct." },
	validation_error: { status: 422, message: "The input does not fit the schema." },
	rate_limited: { status: 429, message: "Too many calls. Wait for the time in Retry-After." },
	internal_error: { status: 500, message: "Something went wrong in the bot. Try again later." },
	unavailable: { status: 503, message: "The registrar did not answer, or the bot lacks access. Try again later." },
};

/** What the listener refuses itself, before it knows the operation. */
export const listenerTexts = {
	bad_request: { status: 400, message: "The body is not JSON, or is a batch. Send one message in a call." },
	forbidden: { status: 403, message: "Pages of other sites may not call this." },
	method_not_allowed: { status: 405, message: "Use POST." },
	payload_too_large: { status: 413, message: "The body has more than 64 KiB." },
} as const satisfies Record<string, Explained>;

/** The error that a client shows its model. The body is that of the HTTP API. */
export function toolError({ code, message }: { code: string; message: string }): CallToolResult {
	return { content: [{ type: "text", text: JSON.stringify({ error: { code, message } }) }], isError: true };
}
