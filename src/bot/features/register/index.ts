import { Composer } from "grammy";
import type { Operation } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import type { BotContext } from "../../context.ts";
import { type Feature, type FeatureDeps, feature } from "../../feature.ts";
import { nameLabel, nameText } from "../../screens/format.ts";
import { type Html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { listCallbacks, listView } from "../../screens/list.ts";
import { isSelected } from "../../screens/list-position.ts";
import { type ParamsOf, routeRef, to } from "../../screens/route.ts";
import { screen } from "../../screens/screen.ts";
import {
	batchQuoteDestination,
	currentOperation,
	noOperationView,
	operationScreen,
	quoteDestination,
	showOperation,
} from "../../screens/shared/operation.ts";
import { isUnconnected, pendingRouteOf } from "../../screens/shared/pending-route.ts";
import { rejectedYearsLine, yearsButtons } from "../../screens/shared/years.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, inRows, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { registerConversation } from "./conversation.ts";

/**
 * Handles the button *Register* of an available name, which opens a quote. Also handles changes to the years, label,
 * reference and edge profile of a quote. Such a change applies to one name or to all names.
 */
export function createRegister({ actions }: FeatureDeps): Feature {
	const conversation = registerConversation(actions);
	const handlers = new Composer<BotContext>();
	handlers.use(
		onCallback(routes.offer, {
			async register(ctx, { value }) {
				const domain = value ?? "";
				const result = await actions.quote.registerAsBefore({ personId: ctx.person.id, domain });
				if (isUnconnected(result)) ctx.show(routes.connect, { pendingRoute: pendingRouteOf(ctx.screen) });
				else showOperation(ctx, quoteDestination(result, { name: domain }));
			},
		}),
		onCallback(routes.operation, {
			change: (ctx) => ctx.conversation.enter(conversation.name),
			names: (ctx) => showOperation(ctx, to(routes.orderNames, { operationId: currentOperation(ctx).operationId })),
		}),
	);
	const backToOffer = ({ domain }: { domain: string }) => routeRef(routes.offer, { name: domain });
	return feature(
		[
			screen(routes.registerYears, { view: yearsView }),
			screen(routes.registerReference, { view: referenceView }),
			screen(routes.registerProfile, { view: profileView }),
			screen(routes.orderNames, {
				async load({ personId, params: { operationId } }) {
					const found = await actions.operation.get({ personId, operationId });
					return found.kind === "operation" ? found.operation : null;
				},
				view: (t, operation, { params }) => namesView(t, operation, params),
				missing: (t, { params }) => noOperationView(t, String(params.operationId)),
				callbacks: listCallbacks(routes.orderNames),
				on: {
					one: ({ ctx, value }) => ctx.conversation.enter(conversation.name, value),
					async keep({ ctx, personId, params: { operationId, selected } }) {
						const found = await actions.operation.get({ personId, operationId });
						const items = found.kind === "operation" ? editableItems(found.operation) : [];
						const keep = items.map(({ domain }) => domain).filter((name) => !selected || isSelected(selected, name));
						const result = await actions.quote.change({ personId, operationId, keep });
						if (result.kind !== "not_found") showOperation(ctx, batchQuoteDestination(result));
					},
					async quote({ ctx, personId, params: { operationId } }) {
						const found = await actions.operation.get({ personId, operationId });
						return found.kind === "operation"
							? showOperation(ctx, operationScreen(found.operation))
							: to(routes.stepEnded, {});
					},
				},
			}),
			screen(routes.busy, { view: busyView, back: (params) => params.from ?? backToOffer(params) }),
			screen(routes.noPrice, {
				view: (t, { domain }) => ({ text: t.html("register-no-price", { name: nameText(domain) }) }),
				back: backToOffer,
			}),
		],
		{ handlers, conversations: [conversation] },
	);
}

/** The maximum number of edge profiles to offer as buttons. */
const mostOffered = 8;

/**
 * Offers to change a quote. Has a button for each usual number of years, and buttons that ask for a label, a reference
 * or an edge profile.
 */
function yearsView(t: T, { domain, count, kind, rejectedInput }: ParamsOf<typeof routes.registerYears>): View {
	const parts = [
		rejectedYearsLine(t, rejectedInput),
		t.html("register-years-ask", { name: whatText(t, domain, count) }),
	];
	const others = [tap(t("register-add-label"), "label"), tap(t("register-add-reference"), "reference")];
	// A renewal cannot change the edge profile.
	const profile = kind === "renew" ? [] : [tap(t("register-add-profile"), "profile")];
	const back = tap(t("button-back"), "quote");
	return { text: paragraphs(parts), buttons: [...yearsButtons(t), others, profile], back };
}

/**
 * Offers edge profiles for an order. `keys`: the profiles with a button. The person can type the key of any other
 * profile.
 */
function profileView(t: T, { domain, count, keys, rejectedInput }: ParamsOf<typeof routes.registerProfile>): View {
	const parts = [
		rejectedInput !== undefined && t.html(`register-profile-${rejectedInput.replaceAll("_", "-")}`),
		t.html("register-profile-ask", { name: whatText(t, domain, count) }),
	];
	const offers = keys.slice(0, mostOffered).map((key) => tap(`🛡 ${shorten(key, 30)}`, "use", { value: key }));
	const remove = tap(t("register-profile-remove"), "remove");
	return { text: paragraphs(parts), buttons: [...inRows(offers, 2), [remove]], back: tap(t("button-back"), "years") };
}

function referenceView(
	t: T,
	{ domain, count, kind, field, rejectedInput }: ParamsOf<typeof routes.registerReference>,
): View {
	const parts = [
		rejectedInput !== undefined && t.html("register-reference-bad"),
		t.html(`register-${field}-ask`, { name: whatText(t, domain, count) }),
	];
	// A renewed domain keeps its label and reference if the person sends no new ones. The button therefore says "keep"
	// and not "remove".
	const keepsOwn = kind === "renew";
	const none = t(field === "label" ? "register-label-remove" : "register-reference-remove");
	const remove = tap(keepsOwn ? t("register-keep") : none, "remove");
	return { text: paragraphs(parts), buttons: [[remove]], back: tap(t("button-back"), "years") };
}

function whatText(t: T, domain: string, count: number): Html {
	return domain === "" ? t.html("operation-names", { count }) : nameText(domain);
}

/**
 * Says which order or change has locked the domain. For an order of several names, offers to order only those that are
 * not locked.
 */
function busyView(t: T, { domain, reference, mine, change, free = 0 }: ParamsOf<typeof routes.busy>): View {
	const rest = free > 0 ? [tap(t("register-rest", { count: free }), "requote", { style: "primary" })] : [];
	const what = { of: change ? "change" : "order", name: nameText(domain), reference };
	const text = t.html(mine ? "register-busy" : "register-busy-other", what);
	const open = mine ? [tap(t("operation-open", { reference }), "reference", { value: reference })] : [];
	return { text, buttons: [rest, open] };
}

const pageSize = 12;

/** Returns the items of an order that a new quote can still change. */
function editableItems({ items }: Operation): Operation["items"] {
	return items.filter(({ phase }) => phase !== "succeeded");
}

/**
 * Lists the names of a quote. A tap on a name opens its settings. While the person selects names, a tap removes the
 * name from the order or adds it again.
 */
function namesView(t: T, operation: Operation, { page = 1, selected }: ParamsOf<typeof routes.orderNames>): View {
	const items = editableItems(operation);
	const list = listView(t, {
		title: lines([
			t.html("order-names-title", { count: items.length }),
			t.html(selected ? "order-names-select" : "order-names-how", { kind: operation.kind }),
		]),
		shown: pageOf(items, page, pageSize),
		selected,
		row: (item) => nameButton(t, item),
		nameOf: ({ domain }) => domain,
		controls: items.length > 1 ? [[tap(t("order-names-remove"), "all")]] : [],
		actions: (count) =>
			count > 0 && count < items.length ? [tap(t("order-names-keep", { count }), "keep", { style: "primary" })] : [],
	});
	return { ...list, back: tap(t("button-back"), selected ? "end" : "quote") };
}

function nameButton(t: T, { domain, years, clientRef }: Operation["items"][number]): Button {
	const facts = [
		nameLabel(domain),
		years !== null && t("register-years-button", { count: years }),
		clientRef !== null && shorten(clientRef, 16),
	];
	return tap(facts.filter(Boolean).join(" · "), "one", { value: domain });
}
