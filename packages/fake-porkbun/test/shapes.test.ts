import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { refusal, shapes } from "../src/shapes.ts";
import { makeEveryCall } from "./support/every-call.ts";
import { start } from "./support/start.ts";

const ajv = new Ajv({ strict: true, allowUnionTypes: true });

function problem(schema: object, value: unknown): string | undefined {
	return ajv.validate(schema, value) ? undefined : `${ajv.errorsText()}: ${JSON.stringify(value)}`;
}

describe("every call", () => {
	it.each(["odd", "described"] as const)(
		"has the requests and answers of the description, in the %s forms",
		async (forms) => {
			const fake = await start({ forms });
			await makeEveryCall(fake);
			const { post, get } = fake.sandbox;
			await get("domain/getRegistrationRequirements/com");
			await get("domain/getRegistrationRequirements/us");
			await post("domain/create/other.com", { cost: 1108, agreeToTerms: "yes", dryRun: true });
			await post("sandbox/topup");
			await post("sandbox/reset");
			expect(fake.exchanges.length).toBeGreaterThan(40);
			const problems = fake.exchanges.flatMap(({ call, request, answer }) => {
				const shape = shapes.get(call);
				if (!shape) return [`${call} has no shape`];
				const found = [
					problem(shape.request, request),
					problem(answer["status"] === "ERROR" ? refusal : shape.answer, answer),
				];
				return found.filter((each) => each !== undefined).map((each) => `${call}: ${each}`);
			});
			expect(problems).toEqual([]);
			expect(new Set(fake.exchanges.map(({ call }) => call))).toEqual(new Set(shapes.keys()));
		},
	);

	it("names the description in every answer", async () => {
		const { headers, body } = await (await start()).caller.get("ping");
		expect(headers.get("link")).toContain("describedby");
		expect(headers.get("x-request-id")).toBe(body["requestId"]);
	});
});
