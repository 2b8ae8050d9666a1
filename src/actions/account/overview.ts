import { setTimeout as sleep } from "node:timers/promises";
import { activeConnection } from "../../store/connections.ts";
import { countNeedingPerson } from "../../store/operation-lists.ts";
import { type PortfolioSummary, readListing, summarize } from "../../store/portfolio.ts";
import { accessOf } from "../access.ts";
import type { Actor } from "../actor.ts";
import { type Deps, waiting } from "../deps.ts";
import { refreshListing } from "../domain/portfolio.ts";

/** What Home shows of the active account. */
export interface AccountOverview {
	/** Null if the service has never reported it. */
	balanceCents: number | null;
	/** True if the service did not answer in time, so that the balance is the last one known. */
	balanceIsOld: boolean;
	/** Read from the copy of the list; null if there is none yet. */
	domains: PortfolioSummary | null;
	/** Orders whose outcome this person is asked about. */
	needYou: number;
}

/** A person waits this long for the service before Home shows what was known last. */
const patientMs = 1_500;

/** Returns the overview of the person's active account; null if it cannot be used now. */
export async function overview(deps: Deps, { personId }: Actor): Promise<AccountOverview | null> {
	const connection = await activeConnection(deps.db, personId);
	const access = connection && accessOf(deps, connection);
	if (!access || "kind" in access) return null;
	const { account, client } = access;
	const options = waiting(deps);
	const signal = AbortSignal.any([AbortSignal.timeout(patientMs), ...(options.signal ? [options.signal] : [])]);
	// The listing of a large account goes on after that. A failed one is repeated by the next screen that needs it.
	const listing = refreshListing(deps, access).catch((error: unknown) =>
		deps.log.warn({ error }, "the domains could not be listed"),
	);
	const [read, needYou] = await Promise.all([
		client.account({ ...options, signal }),
		countNeedingPerson(deps.db, personId, account.id),
		Promise.race([listing, sleep(patientMs)]),
	]);
	const { listedAt } = await readListing(deps.db, account.id);
	const now = read.kind === "ok" ? read.value.balanceCents : null;
	return {
		balanceCents: now ?? account.balanceCents,
		balanceIsOld: now === null,
		domains: listedAt === null ? null : await summarize(deps.db, account.id),
		needYou,
	};
}
