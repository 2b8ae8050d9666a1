import type { CallView } from "../../protocol.ts";
import { readCalls } from "./api.ts";
import { button, fill, h, icon, listen, show } from "./dom.ts";
import { t } from "./words.ts";

const kept = 400;

/** Newest first. The button that opens the drawer shows how many calls Telegram refused. */
export function createCalls() {
	const list = h("div", { class: "calls-list" });
	const empty = h("p", { class: "calls-empty" }, t("The bot has called nothing yet."));
	const refusedOnly = h("input", { type: "checkbox" });
	const polling = h("input", { type: "checkbox" });
	const services = h("input", { type: "checkbox", checked: true });
	const serviceFilter = h("label", { class: "check", hidden: true }, services, t("Services"));
	const badge = h("span", { class: "badge refusals" });
	const toggle = button(
		{ class: "icon-button calls-button" },
		() => open(element.hidden !== false),
		icon("code"),
		badge,
	);
	const element = h(
		"aside",
		{ class: "calls", "aria-label": t("Bot API calls"), hidden: true },
		h(
			"header",
			{ class: "bar" },
			h("h2", {}, t("Calls of the bot")),
			h("span", { class: "spring" }),
			button({ class: "icon-button", "aria-label": t("Clear the list"), title: t("Clear") }, clear, icon("trash")),
			button({ class: "icon-button", "aria-label": t("Close") }, () => open(false), icon("close")),
		),
		h(
			"div",
			{ class: "calls-filter" },
			h("label", { class: "check" }, refusedOnly, t("Refused only")),
			h("label", { class: "check" }, polling, "getUpdates"),
			serviceFilter,
		),
		list,
		empty,
	);
	let calls: CallView[] = [];
	let after = 0;
	let refused = 0;
	let reading = false;

	async function refresh(): Promise<void> {
		if (reading) return;
		reading = true;
		const fresh = (await readCalls(after).catch(() => undefined))?.calls ?? [];
		reading = false;
		if (fresh.length === 0) return;
		after = Math.max(after, ...fresh.map(({ n }) => n));
		refused += fresh.filter(({ ok, service }) => !ok && service === undefined).length;
		if (fresh.some(({ service }) => service !== undefined)) show(serviceFilter, true);
		calls = [...calls, ...fresh].slice(-kept);
		list.prepend(...fresh.filter(wanted).toReversed().map(renderCall));
		while (list.childElementCount > kept) list.lastElementChild?.remove();
		updateBadge();
	}

	function wanted(call: CallView): boolean {
		if (call.service !== undefined && !services.checked) return false;
		return (!refusedOnly.checked || !call.ok) && (polling.checked || !isPolling(call));
	}

	function redraw(): void {
		fill(list, ...calls.filter(wanted).toReversed().map(renderCall));
		updateBadge();
	}

	function updateBadge(): void {
		show(empty, list.childElementCount === 0);
		show(badge, refused > 0);
		fill(badge, String(refused));
		const label = refused > 0 ? t("Bot API calls, {count} refused", { count: String(refused) }) : t("Bot API calls");
		toggle.setAttribute("aria-label", label);
		toggle.title = label;
		toggle.setAttribute("aria-expanded", String(!element.hidden));
	}

	function open(visible: boolean): void {
		show(element, visible);
		if (visible) void refresh();
		else toggle.focus();
		updateBadge();
	}

	function clear(): void {
		calls = [];
		refused = 0;
		redraw();
	}

	for (const input of [refusedOnly, polling, services]) listen(input, { change: redraw });
	listen(element, {
		keydown: (event) => {
			if (event.key === "Escape") open(false);
		},
	});
	updateBadge();
	return { element, toggle, refresh };
}

/** Shows the answer only of a call to a service other than Telegram. */
function renderCall(call: CallView): HTMLElement {
	const time = new Date(call.at_ms).toTimeString().slice(0, 8);
	return h(
		"details",
		{ class: call.ok ? "call" : "call refused", "data-service": call.service },
		h(
			"summary",
			{},
			h("span", { class: "call-method" }, call.method),
			h("span", { class: "call-status" }, call.status === 0 ? "—" : String(call.status)),
			h("span", { class: "call-ms" }, `${Math.round(call.ms)} ms`),
			h("time", {}, time),
			call.service !== undefined && h("span", { class: "call-service" }, call.service),
			call.description !== undefined && !call.ok && h("span", { class: "call-description" }, call.description),
		),
		!isEmpty(call) && h("code", { class: "call-params", tabindex: 0 }, formatted(call.params)),
		call.answer !== undefined && h("code", { class: "call-params", tabindex: 0 }, formatted(call.answer)),
	);
}

function isPolling({ method, ok }: CallView): boolean {
	return ok && method.toLowerCase() === "getupdates";
}

function isEmpty({ service, params }: CallView): boolean {
	return service !== undefined && Object.keys(params).length === 0;
}

/** A string in it that is itself JSON, such as a keyboard, is parsed and indented too. */
function formatted(value: unknown): string {
	if (typeof value === "string") return value;
	return JSON.stringify(value, (_name, each) => (typeof each === "string" ? (parsed(each) ?? each) : each), 2);
}

function parsed(text: string): object | undefined {
	if (!/^[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
