import { exemptCookie } from "#shop/consent/consent.rules.ts";

/** Id of the element with the countries where visitors are not asked. See `fragments/consent-exemption.ts`. */
export const exemptionId = "consent-exemption";

/**
 * Inline script: the WordPress consent API, with the shop's banner. Global Privacy Control and Do Not Track refuse everything
 * that is not functional. Visitors in a time zone where nobody is asked allow what the page says until they choose; nothing of it
 * is stored in the API's cookies, which would outlive the setting. Constants, so that the content security policy can contain their hashes.
 * Source: WordPress consent API, wp-consent-api.js.
 */
export const consentApi = [
  "{const doc=document,names=['functional','preferences','statistics','statistics-anonymous','marketing'],",
  "refuses=navigator.globalPrivacyControl||navigator.doNotTrack==='1',",
  `given=doc.getElementById('${exemptionId}'),exemption=!refuses&&given&&JSON.parse(given.textContent),`,
  "isExempt=!!exemption&&exemption.zones.includes(Intl.DateTimeFormat().resolvedOptions().timeZone),",
  "allowed=isExempt?exemption.allows:[],",
  "read=name=>(doc.cookie.match('(?:^|; )wp_consent_'+name+'=(allow|deny)(?:;|$)')||[])[1],",
  "secure=location.protocol==='https:'?'; Secure':'',",
  "may=name=>name==='functional'||names.includes(name)&&!refuses&&",
  "(read('statistics')||read('marketing')?read(name)==='allow':allowed.includes(name)),",
  "show=()=>{const banner=doc.querySelector('shop-consent');if(banner)banner.hidden=!!(refuses||isExempt||read('marketing'))};",
  `if(isExempt!==/(?:^|; )${exemptCookie}=1/.test(doc.cookie))`,
  `doc.cookie='${exemptCookie}=1; path=/; SameSite=Lax'+(isExempt?'':'; max-age=0')+secure;`,
  // Everything is allowed, or scripts that know opt-out only by its name would take it for granted.
  "wp_consent_type=allowed.includes('preferences')?'optout':'optin';wp_has_consent=may;wp_set_consent=(name,value)=>{",
  "if(!names.includes(name)||value!=='allow'&&value!=='deny')return;const before=read(name);",
  "doc.cookie='wp_consent_'+name+'='+value+'; path=/; max-age=15552000; SameSite=Lax'+secure;",
  "if(before!==value)doc.dispatchEvent(new CustomEvent('wp_listen_for_consent_change',{detail:{[name]:may(name)?'allow':'deny'}}))};",
  "show();addEventListener('pageshow',show);",
  // Deferred scripts listen by then.
  "doc.addEventListener('DOMContentLoaded',()=>doc.dispatchEvent(new CustomEvent('wp_consent_type_defined')))}",
].join("");

/** Inline script after it, with Google: Consent Mode, version 2. Source: Google's documentation of gtag, "consent". */
export const googleConsent = [
  "{window.dataLayer=window.dataLayer||[];window.gtag=window.gtag||function(){dataLayer.push(arguments)};",
  "const tell=(kind,may,more)=>{const say=name=>may(name)?'granted':'denied',ads=say('marketing');",
  "gtag('consent',kind,{ad_storage:ads,ad_user_data:ads,ad_personalization:ads,analytics_storage:say('statistics'),...more})},",
  "update=()=>tell('update',wp_has_consent);",
  "tell('default',()=>false,{wait_for_update:500});",
  "if(wp_has_consent('marketing')||wp_has_consent('statistics'))update();",
  "document.addEventListener('wp_listen_for_consent_change',update)}",
].join("");

/** Inline script after it and after the attribution's, if the sources of orders need consent. */
export const attributionConsent = [
  "wc_order_attribution.params.allowTracking=wp_has_consent('marketing');",
  "document.addEventListener('wp_listen_for_consent_change',({detail})=>{",
  "if('marketing'in detail)wc_order_attribution.setOrderTracking(detail.marketing==='allow')});",
].join("");
