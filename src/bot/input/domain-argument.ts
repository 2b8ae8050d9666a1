import { type NameProblem, parseDomain } from "@domains/contract/names.ts";
import { z } from "zod";
import { nameIn } from "../../rules/list.ts";
import { mayHoldToken } from "../../rules/secrets.ts";
import type { BotContext } from "../context.ts";
import type { ParamsOf } from "../screens/route.ts";
import { routes } from "../screens.ts";
import { acceptText, type ScreenInput } from "./screen-input.ts";

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

/** What a person chooses a domain for. */
type Purpose = NonNullable<ParamsOf<typeof routes.domains>["choose"]>;

/**
 * Declares what a typed domain means on the list where a person chooses one for the action `purpose`: the same as after
 * the command of that action. `run` gets the name and what follows it, such as the years. `many` gets several domains;
 * without it, `run` gets the whole text.
 */
export function acceptDomain(
	purpose: Purpose,
	run: (ctx: BotContext, text: string, params: ParamsOf<typeof routes.domains>) => Promise<unknown> | unknown,
	many?: (ctx: BotContext, domains: string[]) => Promise<unknown> | unknown,
): ScreenInput {
	return acceptText(routes.domains, async (ctx, text, params) => {
		const { intent } = ctx;
		if (params.choose !== purpose || (intent.is !== "name" && intent.is !== "names")) return false;
		if (intent.is === "name") await run(ctx, startsWithName(text) ? text : intent.ascii, params);
		else if (intent.names.length === 0) return false;
		else if (many && isOnlyNames(text)) await many(ctx, [...new Set(intent.names.map(({ ascii }) => ascii))]);
		else await run(ctx, text, params);
		return true;
	});
}

function startsWithName(text: string): boolean {
	const [first = ""] = text.trim().split(/\s+/, 1);
	return parseDomain(nameIn(first)).ok;
}

/** True if each word is a domain and none is a nameserver, so that the person named several domains. */
function isOnlyNames(text: string): boolean {
	const names = text
		.trim()
		.split(/[\s,;]+/)
		.map((word) => parseDomain(nameIn(word)));
	return names.every((name) => name.ok && !/^(?:ns|dns)\d*\./.test(name.ascii));
}

/**
 * Parses the arguments of `/command name more words`. If there is no valid name, shows one of these screens and returns
 * null:
 * - without a name, the list of domains, where the person chooses one for the action `choose`;
 * - for an invalid name, the reason.
 */
export function parseDomainArgument(
	ctx: BotContext,
	choose?: Purpose,
	text = String(ctx.match ?? ""),
): DomainArgument | null {
	const [first, ...rest] = text.trim().split(/\s+/);
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
