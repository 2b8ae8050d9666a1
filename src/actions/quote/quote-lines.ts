import { limits } from "@domains/contract/limits.ts";
import type { OrderKind } from "@domains/contract/money.ts";
import { parseDomain } from "@domains/contract/names.ts";
import type { Deps } from "../deps.ts";
import { checkLine, quoteOrders } from "./orders.ts";
import type { Again, QuoteResult, RegisterLine, Skipped } from "./types.ts";

/**
 * Makes one quote for the orders of names from the current prices and balance. It is valid for five minutes and replaces
 * the person's older quotes for these names. Repeated names count once. Invalid and unavailable names are skipped with a
 * reason.
 */
export async function quoteLines(
	deps: Deps,
	personId: number,
	kind: OrderKind,
	lines: readonly RegisterLine[],
	again?: Pick<Again, "accountId"> & Partial<Again>,
): Promise<QuoteResult> {
	const { clean, skipped } = cleaned(lines);
	if (clean.length > limits.batchItems) return { kind: "too_many", most: limits.batchItems };
	for (const line of clean) {
		const refusal = checkLine(line);
		if (refusal) return refusal;
	}
	if (clean.length === 0) return { kind: "nothing", skipped };
	const quoted = await quoteOrders(deps, personId, kind, clean, again);
	if (quoted.kind === "trouble") return quoted;
	const all = [...skipped, ...quoted.skipped];
	return quoted.operation
		? { kind: "quoted", operation: quoted.operation, skipped: all }
		: { kind: "nothing", skipped: all };
}

function cleaned(lines: readonly RegisterLine[]): { clean: RegisterLine[]; skipped: Skipped[] } {
	const clean = new Map<string, RegisterLine>();
	const skipped: Skipped[] = [];
	for (const line of lines) {
		const parsed = parseDomain(line.domain);
		if (!parsed.ok) {
			const { problem, part } = parsed;
			skipped.push({ domain: line.domain, reason: "invalid", problem, ...(part !== undefined && { part }) });
		} else if (clean.has(parsed.ascii)) skipped.push({ domain: parsed.ascii, reason: "duplicate" });
		else clean.set(parsed.ascii, { ...line, domain: parsed.ascii });
	}
	return { clean: [...clean.values()], skipped };
}
