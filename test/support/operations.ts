import type { Operation, OperationItem, Quote } from "../../src/actions/index.ts";

export const noon = new Date("2027-03-01T12:00:00Z");

export function anItem(over: Partial<OperationItem> = {}): OperationItem {
	return {
		id: 1,
		domain: "example.com",
		years: 1,
		priceCents: 1_200,
		paidUntil: null,
		renewCents: 1_400,
		premium: false,
		clientRef: null,
		externalRef: null,
		edgeProfileKey: null,
		phase: "open",
		state: "quoted",
		problem: null,
		expiresAt: null,
		chargedCents: null,
		change: null,
		undoable: false,
		...over,
	};
}

export function aQuote(over: Partial<Quote> = {}): Quote {
	return {
		number: 3,
		expiresAt: new Date(noon.getTime() + 5 * 60_000),
		totalCents: 1_200,
		balanceCents: 50_000,
		balanceAfterCents: 48_800,
		shortByCents: 0,
		expected: false,
		...over,
	};
}

/** Without `over`, a new quote for registering a domain. All items get the state of the operation. */
export function anOperation(over: Partial<Operation> = {}): Operation {
	const { state = "quoted", items = [anItem()], ...more } = over;
	return {
		id: 41,
		reference: "#4K7Q",
		kind: "register",
		state,
		risks: [...new Set(items.flatMap((item) => item.change?.risks ?? []))],
		hold: "none",
		holdUntil: null,
		holdIsLast: false,
		accessRefusal: null,
		lacksAccess: false,
		tries: 0,
		personId: 1001,
		mine: true,
		sandbox: false,
		account: { userId: 7, connectionId: 1, active: true, named: false },
		quote: aQuote(),
		items: items.map((item) => (item.state === "quoted" ? { ...item, state } : item)),
		change: null,
		newer: null,
		unreplacedDomains: [],
		undoable: false,
		balanceBeforeCents: null,
		balanceAfterCents: null,
		problem: null,
		createdAt: noon,
		confirmedAt: null,
		settledAt: null,
		readAt: noon,
		...more,
	};
}
