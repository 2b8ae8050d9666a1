import { randomBytes } from "node:crypto";
import { boundedCents } from "@domains/contract/bounds.ts";
import { z } from "zod";
import { createProbe, type Probe, type ProbeOptions } from "./probe.ts";
import {
	type Chapter,
	expectResult,
	type Finding,
	Learned,
	type PurchaseData,
	RuleBroken,
	RuleSkipped,
} from "./rule.ts";
import { access, bot, rateLimit } from "./rules/access.ts";
import { changes } from "./rules/changes.ts";
import { account, domains, refusals, search } from "./rules/reads.ts";
import { registration, renewal } from "./rules/registration.ts";

export const chapters: readonly Chapter[] = [
	bot,
	access,
	account,
	search,
	domains,
	refusals,
	registration,
	renewal,
	changes,
	rateLimit,
];

interface Options extends Omit<ProbeOptions, "fetch"> {
	/** If 0, the rules that buy something are skipped. */
	spendCents: number;
	/** Called with the total cost before the first rule, unless `spendCents` is 0. */
	onSum?(cents: number): void;
	onFinding?(finding: Finding): void;
}

/** All rules together make these. Each renewal is for one year. */
const bought = { registrations: 2, renewals: 4 };

/** Skips the rules that buy something, unless `spendCents` covers all purchases. */
export async function runConformance(options: Options): Promise<Finding[]> {
	const { spendCents, onSum, onFinding } = options;
	const probe = createProbe(options);
	const purchases = spendCents > 0 ? await preparePurchases(probe) : undefined;
	const sum = purchases ? sumOf(purchases) : 0;
	if (purchases) onSum?.(sum);
	const findings: Finding[] = [];
	for (const chapter of chapters) {
		for (const rule of chapter.rules) {
			const { statement, openInSpec = false, features = [], neededBy = [] } = rule;
			const finding: Finding = {
				...{ chapter: chapter.title, statement, openInSpec, features, neededBy },
				...(chapter.spends && (!purchases || sum > spendCents)
					? { outcome: "skipped", why: purchases ? `needs ${(sum / 100).toFixed(2)} USD` : "needs --spend" }
					: await tryRule(() => rule.check(probe, purchases ?? noPurchases))),
			};
			findings.push(finding);
			onFinding?.(finding);
		}
	}
	return findings;
}

const noPurchases: PurchaseData = { domain: "", second: "", registerCents: 0, renewCents: 0, reference: "" };

async function tryRule(check: () => Promise<unknown>): Promise<Pick<Finding, "outcome" | "why">> {
	try {
		const shown = await check();
		return { outcome: "kept", ...(shown instanceof Learned && { why: `learned: ${shown.words}` }) };
	} catch (error) {
		if (error instanceof RuleSkipped) return { outcome: "skipped", why: error.message };
		if (error instanceof RuleBroken) return { outcome: "broken", why: error.message };
		return { outcome: "broken", why: `no answer: ${error instanceof Error ? error.message : error}` };
	}
}

async function preparePurchases(probe: Probe): Promise<PurchaseData> {
	const zone = z.looseObject({ zone: z.string(), register_price_usd: z.number(), renew_price_usd: z.number() });
	const { zones } = expectResult(await probe.get("/zones"), z.looseObject({ zones: z.array(zone).min(1) }));
	// Others often accept only names in their own script.
	const latin = zones.filter((each) => !each.zone.includes("xn--"));
	const priced = (latin.length > 0 ? latin : zones).map((each) => ({
		zone: each.zone,
		registerCents: boundedCents(each.register_price_usd, Number.MAX_SAFE_INTEGER) ?? Number.MAX_SAFE_INTEGER,
		renewCents: boundedCents(each.renew_price_usd, Number.MAX_SAFE_INTEGER) ?? Number.MAX_SAFE_INTEGER,
	}));
	const [cheapest] = priced.toSorted((one, other) => sumOf(one) - sumOf(other));
	if (!cheapest) throw new RuleBroken("the price list is empty");
	const reference = `conformance-${randomBytes(5).toString("hex")}`;
	return { ...cheapest, domain: reference + cheapest.zone, second: `${reference}-2${cheapest.zone}`, reference };
}

function sumOf({ registerCents, renewCents }: { registerCents: number; renewCents: number }): number {
	return bought.registrations * registerCents + bought.renewals * renewCents;
}
