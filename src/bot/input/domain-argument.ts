import { z } from "zod";
import type { NameProblem } from "../../rules/names.ts";
import { recognise } from "../../rules/recognise.ts";
import { mayHoldToken } from "../../rules/secrets.ts";
import type { BotContext } from "../context.ts";
import { routes } from "../routes.ts";

/** The words behind a command, the first of them read as a domain. */
export interface DomainArgument {
	/** In punycode. */
	domain: string;
	rest: string[];
}

const place = z.object({ domain: z.string() });

/** The domain that the screen at hand is about. */
export function currentDomain(ctx: BotContext): string | null {
	return place.safeParse(ctx.screen?.params).data?.domain ?? null;
}

/**
 * Reads `/command name more words`. Without a name the list of domains is shown, to `choose` one for it; what is no name is
 * answered with the reason. Null when either was shown.
 */
export function parseDomainArgument(
	ctx: BotContext,
	choose?: "zone" | "nameservers" | "edge" | "renew",
): DomainArgument | null {
	const [first, ...rest] = String(ctx.match ?? "")
		.trim()
		.split(/\s+/);
	if (!first) {
		ctx.show(routes.domains, { choose, cursors: [], offset: 0 });
		return null;
	}
	const intent = recognise(first);
	if (intent.is === "name") return { domain: intent.ascii, rest };
	ctx.show(routes.invalid, invalidNameParams(first, intent.is === "refused" ? intent : { problem: "no_ending" }));
	return null;
}

/** What is kept of a word that is no name, and why; of what may be a secret nothing is. */
export function invalidNameParams(text: string, { problem, part = text }: { problem: NameProblem; part?: string }) {
	if (mayHoldToken(text)) return { text: "", problem, part: part.length > 4 ? "…" : part };
	return { text: text.slice(0, 200), problem, part: part.slice(0, 200) };
}
