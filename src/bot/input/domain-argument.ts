import { type NameProblem, parseDomain } from "@domains/contract/names.ts";
import { z } from "zod";
import { nameIn } from "../../rules/list.ts";
import { mayHoldToken } from "../../rules/secrets.ts";
import type { BotContext } from "../context.ts";
import { routes } from "../screens.ts";

/** The parsed arguments of a command whose first argument is a domain. */
export interface DomainArgument {
	/** The domain in punycode. */
	domain: string;
	rest: string[];
}

const place = z.object({ domain: z.string() });

/** Returns the domain that the current screen is about, or null if it is not about a domain. */
export function currentDomain(ctx: BotContext): string | null {
	return place.safeParse(ctx.screen?.params).data?.domain ?? null;
}

/**
 * Parses the arguments of `/command name more words`. If there is no valid name, shows one of these screens and returns
 * null:
 * - without a name, the list of domains, where the person chooses one for the action `choose`;
 * - for an invalid name, the reason.
 */
export function parseDomainArgument(
	ctx: BotContext,
	choose?: "zone" | "nameservers" | "edge" | "renew",
): DomainArgument | null {
	const [first, ...rest] = String(ctx.match ?? "")
		.trim()
		.split(/\s+/);
	if (!first) {
		ctx.show(routes.domains, { choose });
		return null;
	}
	const name = parseDomain(nameIn(first));
	if (name.ok) return { domain: name.ascii, rest };
	ctx.show(routes.invalid, invalidNameParams(first, name));
	return null;
}

/**
 * Returns the parameters of the screen that explains why a name is invalid. They do not contain a text that may be a
 * token.
 */
export function invalidNameParams(text: string, { problem, part = text }: { problem: NameProblem; part?: string }) {
	if (mayHoldToken(text)) return { text: "", problem, part: part.length > 4 ? "…" : part };
	return { text: text.slice(0, 200), problem, part: part.slice(0, 200) };
}
