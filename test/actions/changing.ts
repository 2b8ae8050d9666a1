import type { Operation } from "../../src/actions/index.ts";
import type { Owned, SampleRecord } from "../support/small-service-admin.ts";
import type { ActionsFixture } from "./fixture.ts";

export const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };
export const mail: SampleRecord = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };

/**
 * Creates a person whose account has a domain with these records. Returns the person, the account and the domain, with
 * functions that confirm and run changes.
 */
export async function ownerOf(
	fixture: ActionsFixture,
	personId: number,
	domain: string,
	records: SampleRecord[] = [home, mail],
) {
	const { account } = await fixture.customer(personId);
	const owned: Owned = fixture.service.take(domain, account, { records });
	const confirm = (operation: Operation, sure = false) => {
		const number = operation.quote?.number ?? 0;
		return fixture.actions.operation.confirm({ personId, operationId: operation.id, number, sure });
	};
	const get = async ({ id: operationId }: Operation): Promise<Operation> => {
		const found = await fixture.actions.operation.get({ personId, operationId });
		if (found.kind !== "operation") throw new Error("the operation is gone");
		return found.operation;
	};
	return {
		personId,
		domain,
		account,
		owned,
		confirm,
		get,
		/** Confirms a planned operation, runs its jobs, and returns the operation in its new state. */
		async carryOut(plan: { kind: string; operation?: Operation }, sure = false): Promise<Operation> {
			if (!plan.operation) throw new Error(`no plan: ${plan.kind}`);
			const confirmed = await confirm(plan.operation, sure);
			if (confirmed.kind !== "confirmed") throw new Error(`not confirmed: ${confirmed.kind}`);
			await fixture.settle();
			return get(plan.operation);
		},
	};
}
