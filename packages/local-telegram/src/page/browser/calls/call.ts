import type { CallView } from "../../../protocol.ts";
import { h } from "../dom.ts";

/** Shows the answer only of a call to a service other than Telegram. */
export function renderCall(call: CallView): HTMLElement {
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

export function isPolling({ method, ok }: CallView): boolean {
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
