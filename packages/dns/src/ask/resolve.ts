import { mostAliases } from "@domains/contract/records/lookup.ts";
import type { DnsQuestion, DnsReply } from "../message.ts";
import { type DnsSettings, query } from "./query.ts";

type Values = Extract<DnsReply, { kind: "values" }>;

/** Maximum number of resolvers to ask, one after another. */
const mostAsked = 3;

/**
 * Asks the first resolvers, one after another, until one answers. If a server follows an alias only in part, asks for
 * the rest of it. Returns undefined if no resolver gives a readable answer, and for a loop or too many aliases.
 */
export async function resolve(
	{ name, type }: DnsQuestion,
	settings: DnsSettings,
	signal: AbortSignal,
): Promise<Values | undefined> {
	const seen = [name];
	for (let at = name; ; at = seen.at(-1) ?? name) {
		const reply = await ask({ name: at, type }, settings, signal);
		if (!reply || reply.values.length > 0 || reply.aliases.length === 0) return reply;
		if (reply.aliases.some((each) => seen.includes(each))) return undefined;
		seen.push(...reply.aliases);
		if (seen.length > mostAliases) return undefined;
	}
}

async function ask(
	question: DnsQuestion,
	{ resolvers, onUnreadable }: DnsSettings,
	signal: AbortSignal,
): Promise<Values | undefined> {
	for (const resolver of resolvers.slice(0, mostAsked)) {
		const reply = await query(resolver, question, { recursive: true, signal, onUnreadable });
		if (reply !== "silent" && reply.kind === "values") return reply;
	}
	return undefined;
}
