import { errorEnvelope } from "@domains/contract/envelope.ts";
import type { Document } from "@domains/trading-service/openapi/document.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Answer } from "./answer.ts";

export interface Description {
	document: Document;
	/** What the OpenAPI description does not cover. */
	gaps(method: string, path: string, answer: Answer): string[];
}

export async function readDescription(url: string): Promise<Description> {
	const document: Document = JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
	// OpenAPI has keywords and formats that JSON Schema does not know.
	const ajv = new Ajv2020({ strict: false, validateFormats: false });
	ajv.addSchema(document, "openapi");
	const check = (pointer: string, body: unknown): string[] => {
		const validate = ajv.getSchema(`openapi#${pointer}`);
		if (!validate) return [`${pointer} is not described`];
		return validate(body) ? [] : [`${pointer}: ${ajv.errorsText(validate.errors)}`];
	};
	const templates = Object.keys(document.paths)
		.toSorted((one, other) => Number(one.includes("{")) - Number(other.includes("{")))
		.map((template) => ({ template, pattern: new RegExp(`^${template.replace("{domain}", "[^/]+")}$`) }));
	return {
		document,
		gaps(method, path, answer) {
			const bare = path.split("?")[0] ?? path;
			const found = templates.find(({ pattern }) => pattern.test(bare));
			const operation = found && document.paths[found.template]?.[method.toLowerCase()];
			// The path or the method does not exist, so the answer must be an error in the usual envelope.
			if (!found || !operation) {
				const { error } = errorEnvelope.safeParse(answer.body);
				return error ? [`${method} ${bare} is not described, and answers ${error.message}`] : [];
			}
			const response = operation.responses[answer.status];
			if (!response) return [`${method} ${bare} may not answer ${answer.status}: ${answer.text.slice(0, 200)}`];
			const base = `/paths/${pointer(found.template)}/${method.toLowerCase()}/responses/${answer.status}/content/${pointer("application/json")}`;
			const media = response.content?.["application/json"];
			const code = answer.body.error?.code;
			const known = code === undefined || Object.hasOwn(media?.examples ?? {}, code);
			const headers = Object.keys(response.headers ?? {}).filter(
				(name) => name !== "Idempotency-Replayed" && !answer.headers.has(name),
			);
			return [
				...check(`${base}/schema`, answer.body),
				...(known ? [] : [`${method} ${bare} may not answer ${answer.status} ${code}`]),
				...headers.map((name) => `${method} ${bare} ${answer.status} lacks ${name}`),
			];
		},
	};
}

function pointer(part: string): string {
	return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
