import { nameserverState } from "../../dns/probe.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import type { ServerWarning } from "./types.ts";

/** How long the bot waits for nameservers and resolvers while a person waits for the preview of a change. */
const askMs = 1_500;
const mostServers = 6;

/**
 * Asks nameservers if they answer for a domain that is about to use them. Returns a warning for each one with a
 * problem:
 * - A nameserver inside the domain itself always gets a warning: it needs an address at the registry.
 * - A nameserver about which no resolver answers gets no warning.
 * - The registrar's own nameservers are not asked, because they get the zone only with the change.
 */
export async function probe(
	deps: Deps,
	{ personId, domain, nameservers }: Actor & { domain: string; nameservers: readonly string[] },
): Promise<readonly ServerWarning[]> {
	const signal = AbortSignal.timeout(askMs);
	const own = await ownNameservers(deps, personId);
	const found = await Promise.all(
		nameservers.slice(0, mostServers).map(async (at): Promise<ServerWarning | null> => {
			const name = at.toLowerCase().replace(/\.$/, "");
			if (own.has(name)) return null;
			if (name.endsWith(`.${domain}`)) return { at, problem: "glue" };
			const state = await nameserverState(name, domain, deps.dns, signal);
			return state === "ok" || state === "unknown" ? null : { at, problem: state };
		}),
	);
	return found.filter((each) => each !== null);
}

/** Returns the registrar's own nameservers; empty if the bot cannot list them. */
async function ownNameservers(deps: Deps, personId: number): Promise<ReadonlySet<string>> {
	const access = await openAccess(deps, personId);
	const known = "kind" in access ? null : await managedAccount(deps, access.account);
	return new Set(known?.ownNameservers);
}
