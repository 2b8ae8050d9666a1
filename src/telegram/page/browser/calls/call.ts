import type { CallView } from "../../../protocol.ts";
import { h } from "../dom.ts";

/** Renders one call of the bot: method and result in one line, the parameters below. */
export function renderCall(call: CallView): HTMLElement {
	const time = new Date(call.at_ms).toTimeString().slice(0, 8);
	return h(
		"details",
		{ class: call.ok ? "call" : "call refused" },
		h(
			"summary",
			{},
			h("span", { class: "call-method" }, call.method),
			h("span", { class: "call-status" }, String(call.status)),
			h("span", { class: "call-ms" }, `${Math.round(call.ms)} ms`),
			h("time", {}, time),
			call.description !== undefined && !call.ok && h("span", { class: "call-description" }, call.description),
		),
		h("code", { class: "call-params", tabindex: 0 }, JSON.stringify(call.params, undefined, 2)),
	);
}

/** True for a successful `getUpdates`. Most calls are of this kind and can be hidden. */
export function isPolling({ method, ok }: CallView): boolean {
	return ok && method.toLowerCase() === "getupdates";
}
