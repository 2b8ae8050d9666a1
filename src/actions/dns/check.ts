import { nameserverCount, plainName } from "@domains/contract/names.ts";
import { findSpf, nameserverState, resolves } from "@domains/dns/ask/look.ts";
import { inPool } from "@domains/dns/ask/query.ts";
import { checkRecords, type HealthFinding, outsideTargets } from "@domains/dns/health.ts";
import { type MailState, mailOf, spfRecordOf, withLookups } from "@domains/dns/mail.ts";
import { countLookups, type SpfLookups } from "@domains/dns/spf.ts";
import type { DnsFacts } from "../../client/read/dns.ts";
import { openAccess } from "../access.ts";
import { type Actor, type Deps, waiting } from "../deps.ts";
import { openZone } from "../domain/domains.ts";
import { isAboutDomain } from "../operation/kinds/kind.ts";
import type { Trouble } from "../trouble.ts";
import type { NotYours } from "./types.ts";
import { zoneOf } from "./zone.ts";

/**
 * The number of checked nameservers or targets (names to which records point). `total` also counts those without an
 * answer in time, and those above the limit of one check.
 */
export interface Coverage {
	checked: number;
	total: number;
}

export type CheckResult =
	| {
			kind: "checked";
			domain: string;
			/** The DNS mode in the service's words, such as `managed`, `external` or `edge`; null if not reported. */
			mode: string | null;
			/** The number of records in the zone. */
			records: number;
			findings: readonly HealthFinding[];
			/**
			 * The state of the domain's mail records. Null if the records are not public, because other nameservers answer
			 * for the domain.
			 */
			mail: MailState | null;
			servers: Coverage;
			/** The targets: names that records point to and that are outside the zone. */
			targets: Coverage;
	  }
	| NotYours
	| Trouble;

/**
 * The mail settings of one domain. `isPublic`: false if other nameservers answer for the domain. Its records at the
 * service are then not public, and `mail` is null. `mail` is also null if the records could not be read.
 */
export interface MailOfDomain {
	domain: string;
	mail: MailState | null;
	isPublic: boolean;
}

/** How long a check waits for nameservers and resolvers while a person waits for its result. */
const askMs = 5_000;
/**
 * The maximum number of targets to look up. A target is a name that a record points to and that is outside the zone.
 * The screen also shows the total, so the person sees whether targets were left out.
 */
const mostTargets = 100;
/** The maximum number of targets to look up at the same time. A resolver could drop queries if it received more. */
const targetsAtOnce = 20;

/**
 * Checks the records of a domain, whether the names in them resolve, and whether the domain's nameservers answer for
 * it. If the domain has external nameservers or an edge profile, other servers answer for it. Its records at the
 * service are then not public, so checks only the nameservers.
 */
export async function check(deps: Deps, { personId, domain: text }: Actor & { domain: string }): Promise<CheckResult> {
	const opened = await openZone(deps, personId, text);
	if (opened.kind !== "open") return opened;
	const { domain, dns } = opened;
	const { mode, nameservers } = dns;
	const zone = zoneOf(domain);
	const isServed = isServedHere(dns);
	const records = isServed ? dns.records : [];
	const spf = spfRecordOf(records, zone);
	const signal = AbortSignal.timeout(askMs);
	const [servers, targets, lookups] = await Promise.all([
		checkServers(deps, domain, nameservers, signal),
		checkTargets(deps, outsideTargets(records, zone), signal),
		spf === undefined ? null : spfLookups(deps, spf, signal),
	]);
	const mail = mailOf(records, zone, new Set(targets.findings.map(({ part }) => part)));
	return {
		kind: "checked",
		domain,
		mode,
		records: dns.records.length,
		findings: [...checkRecords(records, zone), ...targets.findings, ...servers.findings],
		mail: isServed ? (lookups === null ? mail : withLookups(mail, lookups)) : null,
		servers: servers.coverage,
		targets: targets.coverage,
	};
}

interface Asked {
	findings: HealthFinding[];
	coverage: Coverage;
}

async function checkServers(
	{ dns }: Deps,
	domain: string,
	nameservers: readonly string[],
	signal: AbortSignal,
): Promise<Asked> {
	const asked = nameservers.slice(0, nameserverCount.max);
	const states = await Promise.all(
		asked.map(async (at) => {
			const name = plainName(at);
			return { at, state: await nameserverState(name, domain, dns, signal) };
		}),
	);
	const problems = { no_address: "server_without_address", lame: "lame_server", silent: "silent_server" } as const;
	const findings = states.flatMap(({ at, state }) =>
		state === "ok" || state === "unknown" ? [] : { problem: problems[state], at },
	);
	const checked = states.filter(({ state }) => state !== "unknown").length;
	return { findings, coverage: { checked, total: nameservers.length } };
}

async function checkTargets(
	{ dns }: Deps,
	targets: ReadonlyMap<string, string[]>,
	signal: AbortSignal,
): Promise<Asked> {
	const asked = [...targets].slice(0, mostTargets);
	const found = await inPool(asked, targetsAtOnce, async ([part, hostnames]) => {
		return { part, hostnames, resolved: await resolves(part, dns, signal) };
	});
	const findings = found.flatMap(({ part, hostnames, resolved }) =>
		resolved === "no" ? hostnames.map((at) => ({ problem: "dead_target" as const, at, part })) : [],
	);
	const checked = found.filter(({ resolved }) => resolved !== "unknown").length;
	return { findings, coverage: { checked, total: targets.size } };
}

/**
 * The time limit for reading the zones of several domains while a person waits. The rate limit allows about seven reads
 * a second, so at most about 50 zones are read.
 */
const readMs = 8_000;

/**
 * Reads the mail records of several domains, and counts the DNS lookups of their SPF records. `mail` is null for a
 * domain that could not be read. It is also null if other nameservers answer for the domain. The records at the service
 * are then not public.
 */
export async function checkMail(
	deps: Deps,
	{ personId, domains }: Actor & { domains: readonly string[] },
): Promise<{ kind: "mail"; domains: readonly MailOfDomain[] } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const until = Date.now() + readMs;
	const found: { domain: string; dns: DnsFacts | null }[] = [];
	for (const domain of domains) {
		const dns = Date.now() > until ? null : await access.client.dns(domain, waiting(deps));
		if (dns === null || (dns.kind !== "ok" && !isAboutDomain(dns))) break;
		found.push({ domain, dns: dns.kind === "ok" ? dns.value : null });
	}
	const signal = AbortSignal.timeout(askMs);
	const read = await Promise.all(found.map(({ domain, dns }) => mailOfDomain(deps, domain, dns, signal)));
	const unread = domains.slice(found.length).map((domain) => ({ domain, mail: null, isPublic: true }));
	return { kind: "mail", domains: [...read, ...unread] };
}

async function mailOfDomain(
	deps: Deps,
	domain: string,
	facts: DnsFacts | null,
	signal: AbortSignal,
): Promise<MailOfDomain> {
	const isPublic = facts === null || isServedHere(facts);
	if (facts === null || !isPublic) return { domain, mail: null, isPublic };
	const zone = zoneOf(domain);
	const mail = mailOf(facts.records, zone);
	const spf = spfRecordOf(facts.records, zone);
	const lookups = spf === undefined ? null : await spfLookups(deps, spf, signal);
	return { domain, mail: lookups === null ? mail : withLookups(mail, lookups), isPublic };
}

/** Counts the DNS lookups that an SPF record causes. Asks resolvers for the records that it includes. */
function spfLookups({ dns }: Deps, record: string, signal: AbortSignal): Promise<SpfLookups> {
	return countLookups(record, (name) => findSpf(name, dns, signal));
}

/**
 * True if the records at the service are public. They are not if other servers (external nameservers or an edge
 * profile) answer for the domain. Also true if the service does not report the DNS mode.
 */
function isServedHere({ mode }: DnsFacts): boolean {
	return mode === null || mode === "managed";
}
