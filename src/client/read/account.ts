import { bounds } from "@domains/contract/bounds.ts";
import {
	balanceIn,
	dateIn,
	type Fields,
	fieldsOf,
	flagIn,
	integerIn,
	isFields,
	linesOf,
	listIn,
	namedIn,
	textIn,
	wordsIn,
} from "./fields.ts";

/** Missing fields are null. */
export type AccountFacts = ReturnType<typeof readAccount>;

const whitelistKeys = ["whitelist", "ip_whitelist", "whitelist_ips", "allowed_ips"];
const defaultsKeys = ["default_config", "default_config_summary", "defaults", "config"];
const plainKeys = ["user_id", "balance_usd", "api_enabled", "webhook_enabled", "order_pace", "as_of"];

/**
 * The specification leaves the form of the whitelist and of the default configuration open, so this reader accepts
 * several keys and forms.
 */
export function readAccount(result: unknown) {
	const fields = fieldsOf(result);
	const whitelist = valueUnder(fields, whitelistKeys);
	const defaults = valueUnder(fields, defaultsKeys);
	return {
		userId: integerIn(fields, {}, "user_id"),
		balanceCents: balanceIn(fields, "balance_usd"),
		apiEnabled: flagIn(fields, "api_enabled"),
		webhookEnabled: flagIn(fields, "webhook_enabled"),
		...(isFields(fields["order_pace"]) && { pace: paceIn(fields["order_pace"]) }),
		/** Null if the service sent no whitelist. */
		whitelist: whitelistIn(whitelist),
		defaults: isFields(defaults)
			? namedIn(defaults)
			: linesOf(defaults).map((value) => ({ name: "default_config", value })),
		others: namedIn(fields, [...plainKeys, ...whitelistKeys, ...defaultsKeys]),
	};
}

/** How often the registrar takes orders, by their kind. Null if it is not limited. */
function paceIn(fields: Fields) {
	const read = (kind: "register" | "renew") => {
		const pace = fieldsOf(fields[kind]);
		const seconds = integerIn(pace, { most: 86_400 }, "seconds");
		return seconds === null ? null : { seconds, perDay: integerIn(pace, { most: bounds.count }, "per_day") };
	};
	return { register: read("register"), renew: read("renew") };
}

/**
 * Null if the service sent no value or null: the whitelist is then unknown. An empty array means an empty whitelist.
 */
function whitelistIn(value: unknown): string[] | null {
	const entries = linesOf(value);
	return entries.length > 0 || Array.isArray(value) ? entries : null;
}

function valueUnder(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): unknown {
	return keys.map((key) => fields[key]).find((value) => value !== undefined);
}

/** `statusCode` is 0 or null if the receiver did not answer. */
export type DeliveryFacts = NonNullable<ReturnType<typeof readDeliveries>>["deliveries"][number];

/** Keeps the service's order. Null if the result has no list. */
export function readDeliveries(result: unknown) {
	const list = listIn(result, "items", "deliveries");
	if (list === null) return null;
	const deliveries = list.filter(isFields).map((fields) => ({
		eventKey: textIn(fields, "event_key", "event_id"),
		eventType: textIn(fields, "event_type", "event"),
		attempt: integerIn(fields, { most: bounds.count }, "attempt_number"),
		/** The service's word. The specification has `delivered`, `retrying` and `failed`. */
		status: textIn(fields, "status"),
		statusCode: integerIn(fields, { most: 999 }, "status_code"),
		error: wordsIn(fields, "error"),
		domain: textIn(fields, "domain"),
		nextAttemptAt: dateIn(fields, "next_attempt_at"),
		createdAt: dateIn(fields, "created_at"),
	}));
	return { deliveries, limit: integerIn(fieldsOf(result), { most: bounds.count }, "limit") };
}
