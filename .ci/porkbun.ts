import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { startFakePorkbun } from "fake-porkbun";
import { makeEveryCall, noLimits } from "../packages/fake-porkbun/test/support/every-call.ts";
import { createManualClock } from "../test/support/manual-clock.ts";

/**
 * Compares every request and answer of the fake with the registrar's own description of version 3.0:
 * `node .ci/porkbun.ts porkbun-openapi.json`. The description is theirs, so the repository does not contain it, and no
 * test can need it. Save it from https://porkbun.com/api/json/v3/spec, and run this after a change of the fake.
 */
const [, , file = ""] = process.argv;
const description = JSON.parse(readFileSync(file, "utf8"));
const ajv = new Ajv({ strict: false });
ajv.addSchema(description, "porkbun");
const problems: string[] = [];

function compare(label: string, pointer: string, value: unknown): void {
	const validate = ajv.getSchema(`porkbun#${pointer}`);
	if (!validate) problems.push(`${label}: ${pointer} is not described`);
	else if (!validate(value)) problems.push(`${label}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`);
}

const fake = await startFakePorkbun({
	clock: createManualClock(),
	edition: "3.0",
	forms: "described",
	limits: noLimits,
});
await makeEveryCall(fake);
await fake.close();
const keys = { apikey: fake.keys.live.apiKey, secretapikey: fake.keys.live.secretApiKey };
const described = Object.keys(description.paths);
for (const { call, method, path, request, status, answer } of fake.exchanges) {
	const parts = path === "" ? 0 : path.split("/").length;
	// A path may have a last part that is optional.
	const template = described.find(
		(each) =>
			(each === `/${call}` || each.startsWith(`/${call}/{`)) &&
			[parts, parts + 1].includes(each.split("/{").length - 1) &&
			description.paths[each][method.toLowerCase()],
	);
	const label = `${method} ${call}/${path} ${status}`;
	if (template === undefined) {
		problems.push(`${label} is not described`);
		continue;
	}
	const operation = `/paths/${template.replaceAll("/", "~1")}/${method.toLowerCase()}`;
	const body = "content/application~1json/schema";
	if (method === "POST" && answer["status"] === "SUCCESS")
		compare(`${label} request`, encodeURI(`${operation}/requestBody/${body}`), { ...keys, ...request });
	compare(label, encodeURI(`${operation}/responses/${status}/${body}`), answer);
}
console.log(problems.length === 0 ? `${fake.exchanges.length} calls are as described` : problems.join("\n"));
process.exitCode = problems.length === 0 ? 0 : 1;
