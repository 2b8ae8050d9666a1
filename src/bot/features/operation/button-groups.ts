import { mostServerDomains, mostZones } from "@domains/dns/plan.ts";
import type { Operation } from "../../../actions/index.ts";
import { nameLabel } from "../../screens/format.ts";
import { doneIn } from "../../screens/shared/operation.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, linkInNewMessage, tap } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

/** Returns buttons that restore the bot's access to the account, if the operation waits for access. */
export function reconnectButtons(t: T, operation: Operation): Button[] {
	const { hold, accessRefusal, sandbox } = operation;
	if (hold !== "access" || accessRefusal?.refused === "nothing") return [];
	const value = { value: String(accessRefusal?.connectionId ?? "") };
	if (accessRefusal?.refused === "address")
		return [tap(t("button-connection-check"), "doctor", { ...value, style: "primary" })];
	// The service also refuses a token while the owner of the account has disabled the API. The bot cannot notice when
	// the API is enabled again, so offer a button that tests the token.
	const test = accessRefusal && !sandbox ? [tap(t("connection-check-test"), "doctor", value)] : [];
	return [...credentialButtons(t, operation), ...test];
}

/**
 * Returns a button that asks for a new token. For a sandbox account, also returns a button to *Profile → API*, where
 * the person can create one. Each button opens a new message.
 */
export function credentialButtons(t: T, { sandbox }: Operation): Button[] {
	return [...(sandbox ? [linkInNewMessage(t("account-profile"), routes.profile, {})] : []), connect(t)];
}

/**
 * Returns the buttons that change a quoted order, for example its number of years. `adjust`: the button for a change to
 * all names. `names`: the button for changes to single names, if there are several.
 */
export function adjustButtons(t: T, { kind, confirmedAt, items }: Operation): Record<"adjust" | "names", Button[]> {
	if ((kind !== "register" && kind !== "renew") || confirmedAt !== null) return { adjust: [], names: [] };
	const names = items.length > 1 ? [tap(t("order-names"), "names")] : [];
	return { adjust: [tap(t("register-change"), "change")], names };
}

export function cancelButton(t: T): Button[] {
	return [tap(t("operation-withdraw"), "withdraw")];
}

export function connect(t: T): Button {
	return linkInNewMessage(t("button-connect"), routes.connect, {});
}

/**
 * The maximum number of domains on one screen that asks whether the requests were executed. Each domain has a row of
 * buttons.
 */
const mostAsked = 8;

/**
 * Returns buttons for domains whose outcome the bot could not find out. With a button, the person reports whether the
 * request was executed. There is a row of buttons for each such domain, and one row for all of them together.
 */
export function answers(t: T, { items }: Operation): Button[][] {
	const asked = items.filter(({ phase, state }) => phase === "open" && state === "needs_human");
	const count = Math.max(1, asked.length);
	const all = [tap(t("operation-happened", { count }), "happened"), tap(t("operation-not", { count }), "not")];
	if (count === 1) return [all];
	const each = asked.slice(0, mostAsked).map(({ domain }) => {
		const name = nameLabel(domain);
		return [
			tap(t("operation-happened-one", { name }), "happened", { value: domain }),
			tap(t("operation-not-one", { name }), "not", { value: domain }),
		];
	});
	return [...each, all];
}

/** Returns buttons for the usual next steps after a registration: DNS records and nameservers. */
export function setUpButtons(t: T, domain: string): Button[] {
	return [dnsButton(t, domain), link(t("domain-servers"), routes.nameservers, { domain })];
}

/**
 * Returns buttons for the usual next steps for the domains that an order of several names has registered. The next
 * screens only show domains of the active account. So if the operation belongs to another account, returns no buttons.
 */
export function setUpMany(t: T, { items, account }: Operation): Button[] {
	const domains = doneIn(items);
	const [only, ...others] = domains;
	if (only === undefined || !account.active) return [];
	if (others.length === 0) return setUpButtons(t, only);
	const dns = domains.length <= mostZones ? [link(t("domain-dns"), routes.manyDns, { domains })] : [];
	return domains.length <= mostServerDomains ? [...dns, tap(t("domain-servers"), "servers")] : [];
}

const unavailable: ReadonlySet<string | undefined> = new Set(["not_available", "domain_not_found"]);
/** The error codes of lasting problems. If the bot repeats the request, it gets the same code again. */
const lasting: ReadonlySet<string | undefined> = new Set([
	...unavailable,
	"invalid_domain",
	"not_sold",
	"done_elsewhere",
	"already_so",
]);

/** True if another attempt may succeed for at least one domain of an operation that did not succeed. */
export function canRetry({ items }: Operation): boolean {
	return items.some(({ phase, problem }) => phase === "open" || (phase === "failed" && !lasting.has(problem?.code)));
}

/** The maximum number of taken names that have a button on one screen. */
const mostTaken = 3;

/**
 * Finds the names of an order that turned out to be taken. Returns buttons that search these names under other TLDs.
 */
export function takenButtons(t: T, { kind, items }: Operation): Button[] {
	const taken = items.filter(({ phase, problem }) => phase === "failed" && unavailable.has(problem?.code));
	return kind === "register" ? anotherName(t, taken) : [];
}

/** Returns buttons that search these names under other TLDs. */
export function anotherName(t: T, names: readonly { domain: string }[]): Button[] {
	return names.slice(0, mostTaken).map(({ domain }) => {
		const searched = othersOf(domain);
		const label = names.length === 1 ? t("operation-another-name") : `🔎 ${nameLabel(searched.base)}`;
		return linkInNewMessage(label, routes.shortlist, searched);
	});
}

/** Returns the parameters of the screen that shows a name under other TLDs. */
export function othersOf(domain: string) {
	return { base: domain.split(".")[0] ?? domain, page: 1 };
}

export function dnsButton(t: T, domain: string, draftId?: number): Button {
	return link(t("domain-dns"), routes.zone, { domain, page: 1, draftId });
}

/**
 * Returns a button that requests a new price for an order. A change has no price. For a change, the button plans the
 * change again, or opens the screen on which the person can make it again.
 */
export function requoteButton(t: T, { kind, items, id, state, confirmedAt }: Operation): Button[] {
	const [only, ...others] = items;
	if (kind === "register" || kind === "renew") {
		const isExpired = state === "quoted" || (state === "lapsed" && confirmedAt === null);
		return [tap(t(isExpired ? "operation-requote" : "operation-order-again"), "requote")];
	}
	if (!only) return [];
	if (others.length > 0) return [tap(t("operation-replan"), "requote")];
	const { domain } = only;
	// A plan for records that was never confirmed is a draft. The bot can plan a draft again.
	const isDraft = confirmedAt === null && (state === "quoted" || state === "lapsed");
	if (kind === "dns" && isDraft)
		return [tap(t("dns-draft-review"), "review", { style: "primary" }), dnsButton(t, domain, id)];
	if (kind === "dns") return [dnsButton(t, domain)];
	if (kind === "nameservers") return [link(t("domain-servers"), routes.nameservers, { domain })];
	return [link(t("operation-domain"), routes.domain, { domain })];
}

/** In these states, some domains of an operation are still in progress, so the undo button is not shown yet. */
const running: ReadonlySet<Operation["state"]> = new Set(["confirmed", "sent", "accepted"]);

/**
 * Returns a button that undoes the successful changes, if other changes failed or have an unclear outcome. If all
 * changes succeeded, returns none, because `afterSuccess` in `buttons.ts` adds the button.
 */
export function undoFinished(t: T, { state, mine, undoable }: Operation): Button[] {
	return mine && undoable && state !== "succeeded" && !running.has(state) ? [undoButton(t)] : [];
}

export function undoButton(t: T): Button {
	return tap(t("operation-undo"), "undo");
}

/**
 * Returns a button for the timeline. If there are several items, also returns a button for a file of their outcomes.
 * Before the confirmation, there is nothing to show, so returns none.
 */
export function recordButtons(t: T, { confirmedAt, items }: Operation): Button[] {
	if (confirmedAt === null) return [];
	return [tap(t("operation-steps"), "steps"), ...(items.length > 1 ? [tap(t("operation-csv"), "file")] : [])];
}
