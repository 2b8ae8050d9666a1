import { nameserverState } from "../../dns/probe.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { ServerWarning } from "./types.ts";

/** How long the bot waits for other DNS servers while a person waits for a plan. */
const askMs = 1_500;
const mostServers = 6;

/**
 * Asks new nameservers if they answer for a domain, and returns what is wrong with them. A nameserver inside the domain
 * needs an address at the registry. Says nothing about a server if no resolver answers.
 */
export async function probe(
	{ dns }: Deps,
	{ domain, nameservers }: Actor & { domain: string; nameservers: readonly string[] },
): Promise<readonly ServerWarning[]> {
	const signal = AbortSignal.timeout(askMs);
	const found = await Promise.all(
		nameservers.slice(0, mostServers).map(async (at): Promise<ServerWarning | null> => {
			const name = at.toLowerCase().replace(/\.$/, "");
			if (name.endsWith(`.${domain}`)) return { at, problem: "glue" };
			const state = await nameserverState(name, domain, dns, signal);
			return state === "ok" || state === "unknown" ? null : { at, problem: state };
		}),
	);
	return found.filter((each) => each !== null);
}
