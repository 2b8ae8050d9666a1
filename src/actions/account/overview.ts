import { setTimeout as sleep } from "node:timers/promises";
import { activeConnection } from "../../store/connections.ts";
import { nameWatchesOf } from "../../store/name-watches.ts";
import { countUnresolved } from "../../store/operation-lists.ts";
import { readListing } from "../../store/portfolio.ts";
import { summarize } from "../../store/portfolio-summary.ts";
import { accessOf } from "../access.ts";
import type { Actor } from "../actor.ts";
import { type Deps, waiting } from "../deps.ts";
import { refreshListing } from "../domain/portfolio.ts";
import type { AccountOverview } from "./types.ts";

/** The Home screen waits this long for the service. After that, it shows stored data. */
const patientMs = 1_500;

/**
 * Returns the overview of the person's active account. Returns null if there is none, or if the stored state of its
 * connection is not `live`.
 */
export async function overview(deps: Deps, { personId }: Actor): Promise<AccountOverview | null> {
	const connection = await activeConnection(deps.db, personId);
	const access = connection && accessOf(deps, connection);
	if (!access || "kind" in access) return null;
	const { account, client } = access;
	const options = waiting(deps);
	const signal = AbortSignal.any([AbortSignal.timeout(patientMs), ...(options.signal ? [options.signal] : [])]);
	// `refreshListing` updates the stored list of domains. If this takes longer than the screen waits, it continues in
	// the background. If it fails, the next screen that needs the list reads the list again.
	const listing = refreshListing(deps, access).catch((error: unknown) =>
		deps.log.warn({ error }, "the domains could not be listed"),
	);
	const [read, unresolved, watches] = await Promise.all([
		client.account({ ...options, signal }),
		countUnresolved(deps.db, personId, account.id),
		nameWatchesOf(deps.db, personId, account.id),
		Promise.race([listing, sleep(patientMs)]),
	]);
	const { listedAt } = await readListing(deps.db, account.id);
	const now = read.kind === "ok" ? read.value.balanceCents : null;
	return {
		balanceCents: now ?? account.balanceCents,
		balanceIsOld: now === null,
		domains: listedAt === null ? null : await summarize(deps.db, account.id),
		watched: watches.length,
		...unresolved,
	};
}
