import type { Document, Schema } from "./document.ts";
import { type Html, html } from "./html.ts";

/** `name` is undefined for an inline schema. */
export function resolve(document: Document, schema: Schema): { name: string | undefined; schema: Schema } {
	if (schema.$ref === undefined) return { name: undefined, schema };
	const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
	return { name, schema: document.components.schemas[name] ?? {} };
}

/** Nested objects are links, and their fields are not repeated. */
export function fieldTable(document: Document, given: Schema): Html {
	const { schema } = resolve(document, given);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices?.every(({ properties }) => properties !== undefined)) {
		return html`${choices.map((choice) => html`<p>${String(choice["title"] ?? "")}</p>${fieldTable(document, choice)}`)}`;
	}
	if (choices && !schema.properties) {
		return html`<p>One of: ${commas(choices.map((choice) => typeOf(choice)))}.</p>`;
	}
	const rows = Object.entries(schema.properties ?? {}).map(
		([
			name,
			field,
		]) => html`<tr><td><code>${name}</code>${schema.required?.includes(name) ? "" : html` <span class="quiet">optional</span>`}</td>
			<td>${typeOf(field)}</td><td>${describe(document, field)}</td></tr>`,
	);
	return html`<div class="wide"><table><tr><th>Field</th><th>Type</th><th></th></tr>${rows}</table></div>`;
}

export function typeOf(schema: Schema): Html {
	if (schema.$ref !== undefined) {
		const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
	if (schema.enum) return html`${commas(schema.enum.map((value) => html`<code>${String(value)}</code>`))}`;
	if (schema.type === "array") return html`array of ${typeOf(schema.items ?? {})}`;
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return html`${commas(choices.map(typeOf), " or ")}`;
	return html`${schema.format === "date-time" ? "time" : (schema.type ?? "any")}`;
}

function describe(document: Document, field: Schema): Html {
	const { schema } = resolve(document, field);
	const bounds = boundsOf(field);
	return html`${field.description ?? schema.description ?? ""} ${bounds && html`<span class="quiet">${bounds}</span>`}`;
}

function boundsOf(schema: Schema): string {
	const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: preset } = schema;
	const parts = [
		range("", minimum, maximum),
		range(" characters", minLength, maxLength),
		range(" items", minItems, maxItems),
		preset === undefined ? "" : `default ${JSON.stringify(preset)}`,
	];
	return parts.filter(Boolean).join(", ");
}

/** Leaves out JavaScript's own integer bounds, which are not limits of the field. */
function range(unit: string, min?: number, max?: number): string {
	const low = min === Number.MIN_SAFE_INTEGER ? undefined : min;
	const high = max === Number.MAX_SAFE_INTEGER ? undefined : max;
	if (low === undefined && high === undefined) return "";
	if (low === undefined) return `at most ${high}${unit}`;
	return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
}

function commas(parts: readonly Html[], comma = ", "): Html[] {
	return parts.flatMap((part, index) => (index === 0 ? [part] : [html`${comma}`, part]));
}
