import { nearestCommands } from "../../commands.ts";
import { footer } from "../../screens/format.ts";
import { html, paragraphs } from "../../screens/html.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, backTo, link, url, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

export function unknownView(t: T, { content, command, domain, draftId }: ParamsOf<typeof routes.unknown>): View {
	const text = paragraphs([
		t.html(`unknown-${content}`),
		content === "command" && nearestCommands(t, command ?? "help"),
	]);
	const back = domain === undefined ? undefined : link(t("button-back"), routes.dnsFile, { domain, draftId });
	return { text, buttons: [[link(t("home-help"), routes.help, {})], footer(t, back)] };
}

/** Says that the service does not support a request, and what the person can do instead. */
export function unsupportedView(
	t: T,
	{ wants, name, search }: ParamsOf<typeof routes.unsupported>,
	supportUrl: string | null,
): View {
	const support = supportUrl === null ? [] : [url(t("help-support"), supportUrl)];
	const near = nearest(t, wants, name);
	return {
		text: t.html(`unsupported-${wants.replaceAll("_", "-")}`),
		buttons: [near ? [near] : [], support, search ? [backTo(t("unsupported-search"), search)] : [], footer(t)],
	};
}

/** Returns the button of what comes nearest to the request, if anything does. */
function nearest(t: T, wants: ParamsOf<typeof routes.unsupported>["wants"], name?: string): Button | null {
	switch (wants) {
		case "sale": {
			const servers = t("domain-servers");
			return name
				? link(servers, routes.nameservers, { domain: name })
				: link(servers, routes.domains, { choose: "nameservers" });
		}
		case "backorder":
			return name ? link(t("offer-watch"), routes.offer, { name }) : link(t("unsupported-watched"), routes.watches, {});
		case "appraisal":
			return name
				? link(t("domain-look-up"), routes.offer, { name })
				: link(t("unsupported-prices"), routes.prices, {});
		case "refund":
			return link(t("home-operations"), routes.operations, {});
		case "withdrawal":
			return link(t("home-accounts"), routes.account, {});
		case "unread":
			return link(t("home-help"), routes.help, {});
		case "registry_lock":
			return link(t("freeze-open"), routes.freeze, { domain: name ?? "" });
		default:
			return null;
	}
}

type StepEnded = ParamsOf<typeof routes.stepEnded>;

/**
 * Says that a question or a button has expired, or that the person left the question (`exited`). `again`: the screen
 * that starts the step again. `search`: the screen that looks up the person's late answer as a name.
 */
export function stepEndedView(t: T, { exited = false, again, search }: StepEnded = {}): View {
	const begin = [
		...(again ? [backTo(t("outdated-again"), again)] : []),
		...(search ? [backTo(t("outdated-search"), search)] : []),
	];
	return { text: t.html("outdated", { left: String(exited) }), buttons: [begin, footer(t)] };
}

export function apologyView(t: T, reference: string): View {
	return { text: t.html("apology", { reference: html`<code>${reference}</code>` }), buttons: [footer(t)] };
}
