import { parseDomain } from "@domains/contract/names.ts";
import { z } from "zod";
import type { Trade } from "../orders/place.ts";
import { readFacts } from "../store/facts.ts";
import type { PriceList } from "../store/prices.ts";

export const checked = z.object({
	available: z.boolean(),
	zone: z.string(),
	registerCents: z.number(),
	renewCents: z.number(),
	premium: z.boolean(),
});
/** Longer than a person takes to confirm. An older price is refused by the registrar if it has changed. */
const keptMs = 3_600_000;
const prefix = "check ";

export function checkKey(name: string): string {
	return prefix + name;
}

/** An order costs what the registrar said about its name, if that is not long ago. */
export async function withChecked(
	{ db, registrar }: Pick<Trade, "db" | "registrar">,
	prices: PriceList,
	texts: readonly unknown[],
): Promise<PriceList> {
	if (!registrar.remote) return prices;
	const keys = texts.flatMap((text) => {
		const name = typeof text === "string" ? parseDomain(text) : undefined;
		return name?.ok ? [checkKey(name.ascii)] : [];
	});
	const facts = [...(await readFacts(db, keys, checked))].filter(([, { ageMs }]) => ageMs < keptMs);
	return { ...prices, byName: new Map(facts.map(([key, { value }]) => [key.slice(prefix.length), value])) };
}
