import { type Answer, type Call, dollars, integer, refuse, succeed } from "../answer.ts";
import { defaultSpendLimit, sandboxCredit, spentInMonth } from "../state.ts";

export function balance({ account }: Call): Answer {
	return succeed({ balance: account.balance, display: `$${dollars(account.balance)}` });
}

export function apiSettings({ account, clock, options }: Call): Answer {
	const spent = spentInMonth(account, clock.now());
	const limit = account.monthlySpendLimit ?? defaultSpendLimit;
	return succeed({
		settings: {
			monthlySpendLimit: account.monthlySpendLimit,
			lowBalanceAlert: null,
			autoTopup: false,
			topupThreshold: null,
			topupAmount: null,
		},
		monthlySpend: spent,
		...(options.edition === "later" && {
			spendLimit: {
				limit,
				source: account.monthlySpendLimit === null ? "default" : "account",
				spent,
				remaining: Math.max(0, limit - spent),
			},
		}),
	});
}

const mostTopup = 1_000_000;

export function topup({ account, clock, input, nextId }: Call): Answer {
	if (!account.isSandbox) return refuse("SANDBOX_ONLY", "This endpoint needs a sandbox key.");
	const granted = integer(input["amount"] ?? sandboxCredit);
	if (!granted || granted > mostTopup) return refuse("INVALID_AMOUNT", "The amount is not between 1 and 1000000.");
	account.balance += granted;
	account.ledger.push({
		kind: "topup",
		orderId: nextId(),
		domain: null,
		cents: granted,
		balance: account.balance,
		at: clock.now(),
		idempotencyKey: null,
	});
	return succeed({ granted, balance: account.balance, display: `$${dollars(account.balance)}`, sandbox: true });
}

export function reset({ account }: Call): Answer {
	if (!account.isSandbox) return refuse("SANDBOX_ONLY", "This endpoint needs a sandbox key.");
	const domainsCleared = account.domains.size;
	account.domains.clear();
	account.ledger.length = 0;
	account.balance = sandboxCredit;
	return succeed({ message: "The sandbox is empty again.", domainsCleared, balance: account.balance });
}
