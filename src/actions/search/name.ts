import type { Client } from "../../client/index.ts";
import { indexZones, zoneOf } from "../../rules/zones.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { findOffer } from "./offer.ts";
import type { NameResult } from "./types.ts";

export async function name(deps: Deps, { personId, name: text }: Actor & { name: string }): Promise<NameResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { client, account } = access;
	const result = await findOffer(deps, client, text);
	if (result.kind === "offer") return { ...result, sandbox: account.sandbox };
	const whole = result.kind === "not_sold" ? await wholeOf(deps, client, result.domain) : undefined;
	const instead = whole === undefined ? undefined : await findOffer(deps, client, whole);
	if (result.kind !== "not_sold" || instead?.kind !== "offer") return result;
	return { ...instead, sandbox: account.sandbox, inside: result.domain };
}

/** The name directly under a zone that is sold, for one inside it; undefined for any other. */
async function wholeOf(deps: Deps, client: Client, domain: string): Promise<string | undefined> {
	const zones = await ask(deps, client.zones);
	if (zones.kind !== "ok") return undefined;
	const place = zoneOf(domain, indexZones(zones.value.map((each) => each.zone)));
	return place && place.host !== "" ? place.domain : undefined;
}
