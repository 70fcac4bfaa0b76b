/**
 * Inline script: the WordPress consent API, with the shop's banner. Global Privacy Control and Do Not Track refuse everything
 * that is not functional. Constants, so that the content security policy can contain their hashes.
 * Source: WordPress consent API, wp-consent-api.js.
 */
export const consentApi = [
  "{const doc=document,names=['functional','preferences','statistics','statistics-anonymous','marketing'],",
  "refuses=navigator.globalPrivacyControl||navigator.doNotTrack==='1',",
  "read=name=>(doc.cookie.match('(?:^|; )wp_consent_'+name+'=(allow|deny)(?:;|$)')||[])[1],",
  "may=name=>name==='functional'||names.includes(name)&&!refuses&&read(name)==='allow',",
  "show=()=>{const banner=doc.querySelector('shop-consent');if(banner)banner.hidden=!!(refuses||read('marketing'))};",
  "wp_consent_type='optin';wp_has_consent=may;wp_set_consent=(name,value)=>{",
  "if(!names.includes(name)||value!=='allow'&&value!=='deny')return;const before=read(name);",
  "doc.cookie='wp_consent_'+name+'='+value+'; path=/; max-age=15552000; SameSite=Lax'+(location.protocol==='https:'?'; Secure':'');",
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
