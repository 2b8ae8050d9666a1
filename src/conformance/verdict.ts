/** Each description is for the report. */
export const features = {
	connect: "connecting an account and reading its balance (/connect, /account)",
	prices: "the price list (/prices)",
	search: "searching one name (/search)",
	lists: "searching a list of names",
	register: "registering a domain",
	renew: "renewing a domain (/renew)",
	batches: "registering and renewing several domains at once",
	doubt: "finding out the outcome of an order whose answer was lost",
	domains: "the list of domains (/domains)",
	dns: "DNS records (/dns)",
	nameservers: "nameservers (/ns)",
	edge: "edge profiles (/edge)",
	deliveries: "the delivery log (/deliveries)",
	events: "alerts about domains (/alerts)",
} as const;
export type Feature = keyof typeof features;

export interface Finding {
	chapter: string;
	statement: string;
	/** The specification does not decide what the rule says, so another service may behave differently. */
	openInSpec: boolean;
	/** As in `Rule`. */
	features: readonly Feature[];
	neededBy: readonly Feature[];
	outcome: "kept" | "broken" | "skipped";
	/** What the service did instead, why the rule was skipped, or what a kept rule shows about the service's dialect. */
	why?: string;
}

/**
 * Without `connect`, the bot is useless. If another main feature fails or was not tested, the verdict is at most
 * `partly`.
 */
const main: readonly Feature[] = ["connect", "search", "register", "renew", "dns"];

export interface Verdict {
	/**
	 * `yes`: no feature is missing, and all main features were tested. `no`: `connect` is missing, or all the other main
	 * features are missing. `partly`: anything else.
	 */
	answer: "yes" | "partly" | "no";
	/** Each with the failed rules that it depends on. */
	missing: { feature: Feature; rules: Finding[] }[];
	/** Not missing, but no passed rule has tested them. */
	untested: Feature[];
}

export function judge(findings: readonly Finding[]): Verdict {
	// `features` has exactly these keys, but Object.keys returns string[].
	const all = Object.keys(features) as Feature[];
	const broken = findings.filter(({ outcome }) => outcome === "broken");
	const missing = all
		.map((feature) => ({
			feature,
			rules: broken.filter((rule) => [...rule.features, ...rule.neededBy].includes(feature)),
		}))
		.filter(({ rules }) => rules.length > 0);
	const isMissing = (feature: Feature): boolean => missing.some((each) => each.feature === feature);
	const exercised = new Set(findings.flatMap((each) => (each.outcome === "kept" ? each.features : [])));
	const untested = all.filter((feature) => !isMissing(feature) && !exercised.has(feature));
	const isWhole = missing.length === 0 && !main.some((feature) => untested.includes(feature));
	const answer = isMissing("connect") || main.slice(1).every(isMissing) ? "no" : isWhole ? "yes" : "partly";
	return { answer, missing, untested };
}

export function describeVerdict({ answer, missing, untested }: Verdict): string[] {
	return [
		headlines[answer],
		...(missing.length > 0 ? ["Would not work:"] : []),
		...missing.flatMap(({ feature, rules }) => [
			`  - ${features[feature]}`,
			...rules.map(({ statement }) => `      broken rule: ${statement}`),
		]),
		...(untested.length > 0
			? ["Not tested, so it may or may not work:", ...untested.map((each) => `  - ${features[each]}`)]
			: []),
	];
}

const headlines: Record<Verdict["answer"], string> = {
	yes: "Verdict: yes. The bot can work with this service.",
	partly: "Verdict: partly. The bot can use this service, but not everything works or was tested.",
	no: "Verdict: no. The bot cannot work with this service.",
};

/**
 * docs/service.md, "Trying a service". Status 3: the bot cannot work with the service. Status 1: the service breaks a
 * rule that the specification demands. With `strict`, any broken rule gives status 1.
 */
export function exitStatus(findings: readonly Finding[], { strict }: { strict: boolean }): 0 | 1 | 3 {
	if (judge(findings).answer === "no") return 3;
	return findings.some(({ outcome, openInSpec }) => outcome === "broken" && (strict || !openInSpec)) ? 1 : 0;
}
