import { type FakeOptions, type FakePorkbun, startFakePorkbun } from "fake-porkbun";
import { onTestFinished } from "vitest";
import { createManualClock, type ManualClock } from "../../../../test/support/manual-clock.ts";
import { type Caller, createCaller } from "./caller.ts";
import { noLimits } from "./every-call.ts";

/** A fake without limits until the test ends, unless `options` say otherwise. */
export async function start(
	options: FakeOptions = {},
): Promise<FakePorkbun & { caller: Caller; sandbox: Caller; clock: ManualClock }> {
	const clock = createManualClock();
	const fake = await startFakePorkbun({ clock, limits: noLimits, ...options });
	onTestFinished(() => fake.close());
	return { ...fake, clock, caller: createCaller(fake), sandbox: createCaller(fake, "sandbox") };
}
