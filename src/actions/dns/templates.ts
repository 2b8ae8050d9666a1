import { mailProviders } from "@domains/dns/providers/mail.ts";
import { siteProviders } from "@domains/dns/providers/site.ts";
import { applyTemplate as apply, type TemplateRecord, templateOf, type ZoneTemplate } from "@domains/dns/templates.ts";
import { answerOf, questionsOf, readValue, type Values, variablesIn } from "@domains/dns/variables.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import {
	deleteTemplate as deleteRow,
	findTemplate,
	listTemplates,
	type SavedTemplate,
	saveTemplate as saveRow,
} from "../../store/zones.ts";
import type { Actor, Deps } from "../deps.ts";
import { openZone } from "../domain/domains.ts";
import type { PlanResult } from "../quote/save-quote.ts";
import type { Trouble } from "../trouble.ts";
import { draftedRecords, planZones, type WantedZone } from "./plan.ts";
import type { NotYours } from "./types.ts";
import { zoneOf } from "./zone.ts";

/** A template of DNS records: a built-in one for a provider, or one that the person saved. */
export interface TemplateFacts extends ZoneTemplate {
	key: string;
	name: string;
	/** The URL of the provider's documentation; absent for a template that the person saved. */
	source?: string;
	/**
	 * The month of the last comparison with the documentation, such as `2026-11`; absent for a template that the person
	 * saved.
	 */
	checked?: string;
}

/** The maximum number of templates that one person may save. */
const mostTemplates = 30;
/** The maximum number of records in a saved template. */
const mostRecords = 200;
const longestName = 30;

const providers = [...mailProviders, ...siteProviders];

/**
 * `template`: the key of a built-in provider template, or `own:` and the row id of a template that the person saved.
 */
type Which = Actor & { template: string };
type Refused = { kind: "no_template" } | { kind: "value_wanted" };

/** Returns the person's own templates, sorted by name, and then those for known mail and website providers. */
export async function templates({ db }: Deps, { personId }: Actor): Promise<readonly TemplateFacts[]> {
	return [...(await listTemplates(db, personId)).map(factsOf), ...providers];
}

export async function template(deps: Deps, { personId, template: key }: Which): Promise<TemplateFacts | null> {
	const provider = providers.find((each) => each.key === key);
	if (provider) return provider;
	const id = idOf(key);
	const found = id === null ? undefined : await findTemplate(deps.db, { personId, id });
	return found ? factsOf(found) : null;
}

const ownPrefix = "own:";

function idOf(key: string): number | null {
	const id = key.startsWith(ownPrefix) ? Number(key.slice(ownPrefix.length)) : Number.NaN;
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function factsOf({ id, name, records }: SavedTemplate): TemplateFacts {
	return { key: `${ownPrefix}${id}`, name, sets: "zone", records, variables: variablesIn(records) };
}

/**
 * Saves `records` as a template of the person. Without `records`, saves the current records of the domain. Returns
 * `taken` if the person already has a template of this name.
 */
export async function saveTemplate(
	deps: Deps,
	{
		personId,
		domain,
		name: text,
		records: sent,
	}: Actor & { domain: string; name: string; records?: readonly TemplateRecord[] },
): Promise<
	| { kind: "saved"; name: string }
	| { kind: "taken"; name: string }
	| { kind: "bad_name" }
	| { kind: "no_records"; domain: string }
	| { kind: "too_many"; most: number }
	| { kind: "too_large"; most: number }
	| NotYours
	| Trouble
> {
	const name = text.replace(/\s+/g, " ").trim();
	if (name === "" || [...name].length > longestName) return { kind: "bad_name" };
	const records = sent ?? (await recordsOf(deps, personId, domain));
	if ("kind" in records) return records;
	if (records.length === 0) return { kind: "no_records", domain };
	if (records.length > mostRecords) return { kind: "too_large", most: mostRecords };
	const saved = await saveRow(deps.db, { personId, name, records }, mostTemplates);
	if (saved === "full") return { kind: "too_many", most: mostTemplates };
	return saved === "taken" ? { kind: "taken", name } : { kind: "saved", name };
}

async function recordsOf(deps: Deps, personId: number, domain: string): Promise<TemplateRecord[] | NotYours | Trouble> {
	const zone = await openZone(deps, personId, domain);
	return zone.kind === "open" ? templateOf(zone.dns.records, zone.domain) : zone;
}

export async function deleteTemplate({ db }: Deps, { personId, template: key }: Which): Promise<void> {
	const id = idOf(key);
	if (id !== null) await deleteRow(db, { personId, id });
}

/**
 * Plans to set the records of a template in the zones of domains. With `draft`, the plan includes the person's
 * unconfirmed changes of the domain (see `plan`), and the optional values count. Returns `value_wanted` if a value that
 * the template needs is absent or refused.
 */
export async function applyTemplate(
	deps: Deps,
	{
		personId,
		domains,
		template: key,
		values = {},
		draft,
	}: Which & { domains: readonly string[]; values?: Values; draft?: { id?: number | undefined } },
): Promise<PlanResult | Refused> {
	const ready = await prepare(deps, { personId, template: key, domains, many: draft === undefined, values });
	if ("kind" in ready) return ready;
	const change: WantedZone["change"] = async (zone) => {
		const drafted = draft && (await draftedRecords(deps, zone, { personId, draftId: draft.id }));
		const { records, contested = [], notes = {} } = drafted ?? { records: zone.dns.records };
		return { records: applied(records, zone.domain, ready), contested, drafted: notes };
	};
	return planZones(deps, { personId, wanted: domains.map((domain) => ({ domain, change })) });
}

interface Ready {
	found: ZoneTemplate;
	values: Values;
}

/**
 * Returns the template with the values that the person gave for its variables. Each value must be valid in the records
 * of every domain.
 */
async function prepare(
	deps: Deps,
	{ domains, many, values, ...which }: Which & { domains: readonly string[]; many: boolean; values: Values },
): Promise<Ready | Refused> {
	const found = await template(deps, which);
	if (!found) return { kind: "no_template" };
	const read: Record<string, string> = {};
	for (const variable of questionsOf(found, { many, values })) {
		const { name, optional } = variable;
		const answer = answerOf(values, name) ?? "";
		if (optional && answer === "") continue;
		for (const domain of domains) {
			const value = readValue(found, variable, answer, { zone: zoneOf(domain), values: read });
			if (!value.ok) return { kind: "value_wanted" };
			read[name] = value.value;
		}
	}
	return { found, values: read };
}

function applied(records: readonly PlannedRecord[], domain: string, { found, values }: Ready): PlannedRecord[] {
	return apply(records, found, { zone: zoneOf(domain), values });
}
