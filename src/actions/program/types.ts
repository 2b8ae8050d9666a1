import { limits } from "@domains/contract/limits.ts";
import { z } from "zod";
import type { KnownMandate, MandateRow, ProposalRow } from "../../store/programs.ts";
import type { Operation } from "../operation/types.ts";

/**
 * Why the bot refuses a call or a proposal of a program.
 * - `not_allowed`: the mandate does not allow this kind of call.
 * - `outside`: the mandate does not cover the domain.
 * - `too_many_open`: five proposals of the program wait for the person.
 * - `over_order`, `over_day`: the price is above what the mandate allows for one order, or has left today.
 * - `key_reused`: an earlier proposal with this key has another order.
 * - `in_progress`: another call with this key is running.
 * - `already_quoted`: a quote for the domain waits for the person already.
 * - `ended`: the mandate has expired, or the person stopped it or is banned.
 * - `unavailable`: the bot has no access to the account, or the registrar does not answer now.
 */
export const refusals = [
	"not_allowed",
	"outside",
	"too_many_open",
	"over_order",
	"over_day",
	"key_reused",
	"in_progress",
	"already_quoted",
	"ended",
	"frozen",
	"not_available",
	"not_yours",
	"not_sold",
	"invalid",
	"no_price",
	"too_long",
	"nothing_to_change",
	"busy",
	"not_found",
	"unavailable",
] as const;

export type Refusal = (typeof refusals)[number];
export type Refused = { kind: "refused"; code: Refusal };

const money = z.number().int().min(0).max(10_000_000);

/** What a person enters for a new mandate. Sums are in cents. */
export const newMandate = z.object({
	name: z.string().trim().min(1).max(40),
	allows: z.array(z.enum(["read", "register", "renew", "dns", "nameservers"])).min(1),
	names: z.array(z.string().max(253)).max(20),
	tag: z.string().max(32).nullable(),
	dayCents: money,
	orderCents: money,
	days: z.number().int().min(1).max(366),
});
export type NewMandate = z.infer<typeof newMandate>;

/** A text that PostgreSQL can store, also as JSON. */
const text = () => z.string().refine((each) => each.isWellFormed() && !each.includes("\0"), "must be valid Unicode");

const domain = text().min(1).max(253);
const record = z.strictObject({
	type: text().min(1).max(10),
	hostname: text().min(1).max(255),
	value: text().min(1).max(4_096),
	ttl: z.number().int().min(60).max(2_147_483_647).optional(),
	priority: z.number().int().min(0).max(65_535).optional(),
});
const records = z.array(record).max(50).default([]);
const years = z.number().int().min(limits.years.min).max(limits.years.max).default(1);
const nameservers = z.array(text().min(1).max(253)).min(2).max(13);

export const proposedOrder = z.discriminatedUnion("action", [
	z.strictObject({ action: z.literal("register"), domain, years }),
	z.strictObject({ action: z.literal("renew"), domain, years }),
	z.strictObject({ action: z.literal("dns"), domain, add: records, remove: records }),
	z.strictObject({ action: z.literal("nameservers"), domain, nameservers }),
]);

/** The input of each tool of a program. */
export const programInputs = {
	findNames: z.strictObject({ names: z.array(domain).min(1).max(20) }),
	listDomains: z.strictObject({ search: text().max(253).optional(), offset: z.number().int().min(0).optional() }),
	getDomain: z.strictObject({ domain }),
	planDns: z.strictObject({ domain, add: records, remove: records }),
	proposeOrder: z.strictObject({
		key: text().min(1).max(64),
		order: proposedOrder,
		// A longer text is cut and not refused: its end is not worth a second call.
		reason: text().max(20_000),
	}),
	proposalStatus: z.strictObject({ key: text().min(1).max(64) }),
	explain: z.strictObject({}),
};

/**
 * The progress of a proposal. `waiting`: it waits for the person. `asked_again`: the person confirmed, then the price changed.
 * `replaced`: the person made another quote for the domain.
 */
export const outcomes = [
	"pending",
	"waiting",
	"asked_again",
	"in_progress",
	"done",
	"failed",
	"declined",
	"stopped",
	"replaced",
	"expired",
	"refused",
] as const;
export type Outcome = (typeof outcomes)[number];

/** The mandate of a program that has shown its token. */
export type ProgramMandate = KnownMandate;

/** A proposal as the person sees it. */
export interface Proposal {
	id: number;
	row: ProposalRow;
	outcome: Outcome;
	/** Its quote; null if the proposal was refused or its quote was deleted. */
	operation: Operation | null;
}

/** A mandate as the person sees it. */
export interface Mandate extends Omit<MandateRow, "tokenHash"> {
	state: "live" | "stopped" | "expired" | "banned";
	/** What the program may still propose today, in cents. */
	leftCents: number;
	open: number;
}
