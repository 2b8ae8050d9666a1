import { z } from "zod";
import type { Answer, Probe } from "./probe.ts";

/**
 * Most rules are sentences of the specification. With `openInSpec`, it does not decide the question, and the rule says
 * what the built-in service does. Another service may differ.
 */
interface Rule {
	statement: string;
	openInSpec?: boolean;
	/** The features that the test uses, so a passed test proves that they work, and a failed one that they do not. */
	features?: readonly Feature[];
	/**
	 * Features that depend on the rule, but that its test does not use. A failed test proves that they do not work. A
	 * passed test proves nothing about them.
	 */
	neededBy?: readonly Feature[];
	/** Resolves if the service keeps the rule, with what was learned about its dialect, if anything. */
	check(probe: Probe, purchases: PurchaseData): Promise<unknown>;
}

/** A choice that the specification leaves open. */
export class Learned {
	readonly words: string;
	constructor(words: string) {
		this.words = words;
	}
}

export interface Chapter {
	title: string;
	/** The chapter's rules are skipped unless the run may spend enough money. */
	spends: boolean;
	rules: readonly Rule[];
}

/** Prepared once per run, and only if the run may spend money. */
export interface PurchaseData {
	/**
	 * Available, under the TLD where all purchases together cost least. The first rule that buys something registers this
	 * name, and the others use it.
	 */
	domain: string;
	/** Also available, for the rule about registering several domains at once. */
	second: string;
	registerCents: number;
	renewCents: number;
	/** Random, so that it distinguishes the orders of this run. */
	reference: string;
}

/** The message says what the service did instead. */
export class RuleBroken extends Error {
	override readonly name = "RuleBroken";
}

/** The message says why the rule cannot be tested on this service. */
export class RuleSkipped extends Error {
	override readonly name = "RuleSkipped";
}

/** Throws `RuleBroken` for any other answer than a success envelope. */
export function expectResult<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> {
	if (answer.status !== 200) throw new RuleBroken(`answered ${answer.status}: ${shorten(answer.text)}`);
	if (!success.safeParse(answer.body).success) throw new RuleBroken(`not a success envelope: ${shorten(answer.text)}`);
	const read = schema.safeParse(answer.result);
	if (read.success) return read.data;
	throw new RuleBroken(`${z.prettifyError(read.error).replaceAll("\n", " ")}: ${shorten(answer.text)}`);
}

const success = z.looseObject({ status: z.literal(true), result: z.unknown() });
const problem = z.looseObject({
	status: z.literal(false),
	error: z.looseObject({ code: z.string().min(1), message: z.string().min(1) }),
});

/** Throws `RuleBroken` for any other answer. */
export function expectRefusal(answer: Answer, status: number | readonly number[], code?: string): void {
	const statuses = [status].flat();
	if (!statuses.includes(answer.status)) {
		throw new RuleBroken(`the status is ${answer.status}, expected ${statuses.join(" or ")}: ${shorten(answer.text)}`);
	}
	if (!problem.safeParse(answer.body).success) throw new RuleBroken(`not an error envelope: ${shorten(answer.text)}`);
	if (code !== undefined && answer.code !== code) throw new RuleBroken(`the code is ${answer.code}, expected ${code}`);
}

export function expectThat(condition: boolean, seen: string): void {
	if (!condition) throw new RuleBroken(seen);
}

/** The counts must agree with `items`. */
export const batch = z
	.looseObject({
		count: z.int(),
		success: z.int(),
		failed: z.int(),
		items: z.array(
			z.looseObject({ success: z.boolean().optional(), error: z.looseObject({ code: z.string() }).optional() }),
		),
	})
	.refine(({ count, success, failed, items }) => count === success + failed && count === items.length, {
		message: "the counts do not add up",
	});

export function succeeded({ success, error }: z.output<typeof batch>["items"][number]): boolean {
	return success ?? error === undefined;
}

export function shorten(text: string): string {
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

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
type Feature = keyof typeof features;

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

interface Verdict {
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
