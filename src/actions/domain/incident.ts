import { type BlockSpan, blocksOf } from "../../rules/blocks.ts";
import { readClock } from "../../store/database.ts";
import { blockSignals, findDomain } from "../../store/domains.ts";
import { findEventsFor } from "../../store/inbox.ts";
import { openAccess } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import { readRecord, reportsEnd } from "./domains.ts";

/** What is known about the registrar's newest block of a domain. */
export interface Incident {
	kind: "incident";
	domain: string;
	/** The service's number for the account. */
	userId: number;
	/** `blocked`: the domain is blocked now. `ended`: it was blocked, and is no longer. `none`: no block is known. */
	state: "blocked" | "ended" | "none";
	since: Date | null;
	until: Date | null;
	reason: string | null;
	/** The number of older blocks that are known. */
	earlier: number;
	/** True if the bot will notify the person when the block ends. */
	reportsEnd: boolean;
	/** Why the service could not be asked for the current status; null if it answered. */
	unchecked: Trouble | null;
	now: Date;
}

/**
 * Returns the newest block of a domain. Uses the stored events and the current status that the service reports. With
 * `eventId`, reads the domain in the account of that event. Without it, reads the domain in the active account.
 */
export async function incident(
	deps: Deps,
	{ personId, domain: name, eventId }: Actor & { domain: string; eventId?: number | undefined },
): Promise<Incident | { kind: "not_yours"; domain: string } | Trouble> {
	const { db } = deps;
	const [event] = eventId === undefined ? [] : await findEventsFor(db, personId, eventId);
	const access = await openAccess(deps, personId, event?.accountId);
	if ("kind" in access) return access;
	const record = await readRecord(deps, access, name);
	if (record.kind === "not_yours") return record;
	const domain = record.kind === "domain" ? record.domain.domain : name;
	const { id: accountId, userId } = access.account;
	const known = await findDomain(db, accountId, domain);
	const spans = blocksOf(await blockSignals(db, { accountId, domain }));
	const newest = spans.at(-1);
	const status = record.kind === "domain" ? record.domain.status : null;
	// The statuses of the API specification (`blocked`, `registered`, `expired`) show whether the domain is blocked. With
	// another status or none, use the events, because some services never report `blocked`.
	const isOpen = newest ? newest.until === null : known?.status === "blocked";
	const isBlocked = status === "blocked" || (!(status === "registered" || status === "expired") && isOpen);
	// The domain may be blocked although its newest known block has ended. Then the current block is another one, which
	// no event reported.
	const current: Partial<BlockSpan> = isBlocked && newest?.until ? {} : (newest ?? {});
	return {
		kind: "incident",
		domain,
		userId,
		state: isBlocked ? "blocked" : newest ? "ended" : "none",
		since: current.since ?? (isBlocked ? (known?.blockedSince ?? null) : null),
		until: isBlocked ? null : (current.until ?? null),
		reason: current.reason ?? (isBlocked ? (known?.blockedReason ?? null) : null),
		earlier: spans.length - (current === newest ? 1 : 0),
		reportsEnd: isBlocked && (await reportsEnd(deps, access, domain)),
		unchecked: record.kind === "trouble" ? record : null,
		now: await readClock(db),
	};
}
