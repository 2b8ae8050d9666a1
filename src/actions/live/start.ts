import { parseDomain } from "@domains/contract/names.ts";
import { recordSetKey } from "@domains/contract/records/any-record.ts";
import { diffZones } from "@domains/dns/diff.ts";
import { connectionsOf } from "../../store/connections.ts";
import { readClock } from "../../store/now.ts";
import { findOperation } from "../../store/operations.ts";
import { findWatch, keepWatch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import { lastOf, paramsOf } from "../watch/live.ts";
import type { Live, LiveParams, StartedLive } from "./types.ts";

const lastsMs = 3_600_000;

/**
 * Starts a watch that checks whether the domain's current state at the service is visible in the DNS. The first check
 * runs at once, and further checks follow for up to an hour.
 * - With `operationId`, the watch checks only what that operation changed. It replaces a running watch of the domain.
 * - Without `operationId`, the watch checks the whole domain. If a watch of the domain is already running, it
 *   continues, and no new one starts.
 */
export async function start(
	deps: Deps,
	{ personId, domain: text, operationId }: Actor & { domain: string; operationId?: number },
): Promise<StartedLive> {
	const parsed = parseDomain(text);
	const changed = operationId === undefined ? null : await changeOf(deps, personId, operationId);
	const domain = changed?.domain ?? (parsed.ok ? parsed.ascii : "");
	if (domain === "") return { kind: "not_yours", domain: text };
	const access = await openAccess(deps, personId, changed?.accountId);
	if ("kind" in access) return access;
	const accountId = access.account.id;
	return deps.db.transaction(async (tx) => {
		const now = await readClock(tx);
		const whole = { kind: "live", accountId, personId, subject: domain } as const;
		const running = changed ? undefined : await findWatch(tx, whole);
		const going = running?.state === "running" ? running : undefined;
		const fresh: LiveParams = { since: now.toISOString(), places: changed?.places ?? null };
		const params = { ...(going ? paramsOf(going) : fresh) };
		const endsAt = going?.endsAt ?? new Date(now.getTime() + lastsMs);
		const watchId = await keepWatch(tx, { ...whole, params, endsAt });
		await deps.enqueue(tx, "bot.watch", [watchId]);
		return { kind: "started", watchId, domain } as const;
	});
}

/**
 * Returns the domain that an operation changed, and the changed record sets (`places`). `places` is null for a change
 * of nameservers or edge profile, which affects the whole domain. Returns null if the operation changed no DNS, or if
 * the person is not connected to its account.
 */
async function changeOf(
	{ db }: Deps,
	personId: number,
	operationId: number,
): Promise<{ domain: string; accountId: number; places: string[] | null } | null> {
	const operation = await findOperation(db, operationId);
	const [item] = operation?.requests.flatMap((request) => request.items) ?? [];
	if (!operation || !item?.change) return null;
	const { accountId } = operation;
	if ((await connectionsOf(db, personId)).every((each) => each.accountId !== accountId)) return null;
	const { domain, change } = item;
	if (change.kind !== "dns") return { domain, accountId, places: null };
	const zone = zoneOf(domain);
	const { removed, changed, added } = diffZones(change.base, change.target, zone);
	const touched = [...changed.map(({ after }) => after), ...added, ...removed].map((each) => recordSetKey(each, zone));
	return { domain, accountId, places: [...new Set(touched)] };
}

/** Returns the state of a `live` watch; null if it belongs to another person, or was deleted. */
export async function read({ db }: Deps, { personId, watchId }: Actor & { watchId: number }): Promise<Live | null> {
	const watch = await findWatch(db, { id: watchId, personId, kind: "live" });
	if (!watch) return null;
	const { subject: domain, answeredAt, failure, wakeAt } = watch;
	return { domain, answer: lastOf(watch), answeredAt, failure, nextAt: watch.state === "running" ? wakeAt : null };
}
