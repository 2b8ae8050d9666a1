import type { AccountSummary, Connection } from "../../../actions/connection/types.ts";
import { type Html, html, lines, shorten } from "../html.ts";
import type { T } from "../texts.ts";

type Named = AccountSummary["defaults"][number];

/** Returns the lines that describe the account. Leaves out each field that the service did not send. */
export function factsOf(t: T, account: AccountSummary): (Html | null | false)[] {
	const { apiEnabled, webhookEnabled, defaults } = account;
	return [
		lines([state(t, "account-api", apiEnabled), state(t, "account-webhook", webhookEnabled)]),
		whitelist(t, account),
		defaults.length > 0 &&
			lines([t.html("account-defaults"), ...defaults.slice(0, 10).map((each) => defaultLine(t, each))]),
	];
}

/** Shows a field under the name that the service sent with it. Truncates the name and the value. */
export function fact({ name, value }: Named): Html {
	return html`${shorten(name, 40)}: <code>${shorten(value, 80)}</code>`;
}

/**
 * Shows one of the account's defaults for new domains. A default that the service's API specification defines has a
 * translated label. Any other default has the name that the service uses.
 */
function defaultLine(t: T, { name, value }: Named): Html {
	const shown = shorten(value, 80);
	switch (name) {
		case "nameserver_preset_key":
			return t.html("profile-default-preset", { key: shown });
		case "edge_profile_key":
			return t.html("profile-default-edge", { key: shown });
		case "default_ttl":
			return t.html("profile-default-ttl", { ttl: shown });
		default:
			return fact({ name, value });
	}
}

function state(t: T, key: string, on: boolean | null): Html | null {
	return on === null ? null : t.html(key, { on: String(on) });
}

function whitelist(t: T, { whitelist: entries }: AccountSummary): Html | null {
	if (entries === null) return null;
	if (entries.length === 0) return t.html("account-whitelist-empty");
	const shown = entries.slice(0, 20).map((entry) => html`<code>${shorten(entry, 60)}</code>`);
	const more = entries.length - shown.length;
	return lines([t.html("account-whitelist"), ...shown, more > 0 && t.html("account-whitelist-more", { count: more })]);
}

/** Returns the number of connected accounts. Skips connections with an unverified token, whose account is unknown. */
export function countAccounts(connections: readonly Connection[]): number {
	return connections.filter((each) => each.account !== null).length;
}
