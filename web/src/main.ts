import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// The drawings stand in the page itself, small and out of sight: what they refer to inside (masks, gradients) is
// found only there, and not at all with display: none.
void fetch("/tiles.svg")
  .then((answer) => answer.text())
  .then((text) => {
    const holder = document.createElement("div");
    holder.innerHTML = text;
    holder.setAttribute("aria-hidden", "true");
    holder.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
    document.body.append(holder);
  });
