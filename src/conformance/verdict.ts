import type { Finding } from "./index.ts";

/** What a person can do with the bot, as far as it depends on the service. */
export const features = {
	connect: "connecting an account and reading its balance (/connect, /account)",
	prices: "the price list (/prices)",
	search: "searching one name (/search)",
	lists: "searching a list of names",
	register: "registering a domain",
	renew: "renewing a domain (/renew)",
	batches: "registering and renewing several domains at once",
	doubt: "finding out what became of an order whose answer was lost",
	domains: "the list of domains (/domains)",
	dns: "DNS records (/dns)",
	nameservers: "nameservers (/ns)",
	edge: "edge profiles (/edge)",
	deliveries: "the delivery log (/deliveries)",
	events: "alerts about domains (/alerts)",
} as const;
export type Feature = keyof typeof features;

/** Without these the bot can do nothing for anybody. */
const essential: readonly Feature[] = ["connect"];

export interface Verdict {
	answer: "yes" | "partly" | "no";
	/** Features that would not work, each with the broken rules that it depends on. */
	missing: { feature: Feature; rules: Finding[] }[];
	/** Features of which no rule was tried. */
	untried: Feature[];
}

/** Whether the bot can work with the service that these findings are about. */
export function judge(findings: readonly Finding[]): Verdict {
	// Object.keys forgets which keys there are.
	const all = Object.keys(features) as Feature[];
	const rulesOf = (feature: Feature) => findings.filter((finding) => finding.features.includes(feature));
	const missing = all
		.map((feature) => ({ feature, rules: rulesOf(feature).filter(({ outcome }) => outcome === "broken") }))
		.filter(({ rules }) => rules.length > 0);
	const isMissing = (feature: Feature): boolean => missing.some((each) => each.feature === feature);
	const untried = all.filter(
		(feature) => !isMissing(feature) && !rulesOf(feature).some(({ outcome }) => outcome === "kept"),
	);
	const answer = essential.some(isMissing) ? "no" : missing.length > 0 ? "partly" : "yes";
	return { answer, missing, untried };
}

/** The verdict as lines of plain text. */
export function describeVerdict({ answer, missing, untried }: Verdict): string[] {
	return [
		headlines[answer],
		...missing.flatMap(({ feature, rules }) => [
			`  - ${features[feature]}`,
			...rules.map(({ says }) => `      broken rule: ${says}`),
		]),
		...(untried.length > 0
			? ["Not tried, so it can work or not:", ...untried.map((each) => `  - ${features[each]}`)]
			: []),
	];
}

const headlines: Record<Verdict["answer"], string> = {
	yes: "Verdict: yes. The bot can work with this service.",
	partly: "Verdict: yes, without these features. The bot can work with this service, but these would not work:",
	no: "Verdict: no. The bot cannot work with this service. These would not work:",
};

/** What a shell sees. Source: docs/service.md, "Trying a service". */
export function exitStatus(findings: readonly Finding[], { strict }: { strict: boolean }): 0 | 1 | 3 {
	if (judge(findings).answer === "no") return 3;
	return findings.some(({ outcome, own }) => outcome === "broken" && (strict || !own)) ? 1 : 0;
}
