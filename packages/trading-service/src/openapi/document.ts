export interface Document {
	openapi: string;
	info: { title: string; version: string; description: string };
	servers: { url: string }[];
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	webhooks: Record<string, Record<string, Operation>>;
	components: {
		schemas: Record<string, Schema>;
		headers?: Record<string, Header>;
		securitySchemes: Record<string, { type: string; description: string }>;
	};
}

export interface Operation {
	operationId: string;
	summary: string;
	description: string;
	tags: string[];
	security?: Record<string, string[]>[];
	parameters?: Parameter[];
	requestBody?: { required?: boolean; description?: string; content: Record<string, Media> };
	responses: Record<string, Response>;
}

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required?: boolean;
	description?: string;
	schema: Schema;
	example?: unknown;
}

export interface Response {
	description: string;
	headers?: Record<string, { $ref: string }>;
	content?: Record<string, Media>;
}

export interface Media {
	schema: Schema;
	examples?: Record<string, { summary: string; value: unknown }>;
}

export interface Header {
	description: string;
	schema: Schema;
}

export interface Schema {
	$ref?: string;
	type?: string;
	const?: unknown;
	enum?: unknown[];
	description?: string;
	default?: unknown;
	examples?: unknown[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	format?: string;
	pattern?: string;
	[keyword: string]: unknown;
}
