import { createPrivateKey, type KeyObject } from "node:crypto";
import { GsdError } from "../core/gsd-error.ts";

/**
 * The App's private key as PKCS#8 PEM. GitHub hands out PKCS#1; hosts that cannot hold lines in a variable
 * keep it with `\n` written out, or as base64.
 */
export function parsePrivateKey(value: string | undefined): string {
  if (!value?.trim()) {
    throw refuse(
      "Neither PRIVATE_KEY nor PRIVATE_KEY_PATH is set; generate a private key on the App's settings page and point PRIVATE_KEY_PATH at the file.",
    );
  }
  const key = readKey(toPem(value));
  if (key?.asymmetricKeyType !== "rsa") {
    throw refuse(
      "The private key is not an RSA key in PEM form; use the .pem file from the App's settings page as it was downloaded.",
    );
  }
  return key.export({ type: "pkcs8", format: "pem" }) as string;
}

function toPem(value: string): string {
  const text = value.trim().replaceAll("\\n", "\n");
  return text.startsWith("-----") ? text : Buffer.from(text, "base64").toString("utf8");
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // OpenSSL's words do not help, and must not carry parts of the key.
    return undefined;
  }
}

function refuse(sentence: string): GsdError {
  return new GsdError("private-key", sentence);
}
